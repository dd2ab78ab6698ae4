BEGIN TRANSACTION;
CREATE TABLE accounts (
	id VARCHAR(40) NOT NULL, 
	"key" VARCHAR(120) NOT NULL, 
	name TEXT NOT NULL, 
	password TEXT NOT NULL, 
	epoch BIGINT NOT NULL, 
	is_admin BOOLEAN NOT NULL, 
	created VARCHAR(27) NOT NULL, look VARCHAR(400), 
	PRIMARY KEY (id), 
	UNIQUE ("key")
);
INSERT INTO "accounts" VALUES('5k6wgrzw','ada','Ada','$argon2id$v=19$m=19456,t=2,p=1$lrho8ZM5AlLJBeSncqMhJQ$xntjBfDNW0WjsFpq/viAXP4uKA11yC9NM/8RzXK56iI',0,1,'2026-11-29T05:38:43.169672Z','ada');
INSERT INTO "accounts" VALUES('kn349qf4','ben','Ben','$argon2id$v=19$m=19456,t=2,p=1$0tSJrzeNjLt6sAO2KQbxhw$sQIvsmW9T9MreP49vsmsNuI7e55Y8wc1GAVrpNJWBB4',0,0,'2026-11-29T05:38:43.203568Z','ben');
INSERT INTO "accounts" VALUES('fftnqvqg','cleo','Cleo','$argon2id$v=19$m=19456,t=2,p=1$lPy7CEfGclpC/CNGq5pHCg$sBTHJA2lkyILvzRSOFf8UrDuvNbKSS+O4jnH7CU8qJ4',0,0,'2026-11-29T05:38:43.221161Z','cleo');
CREATE TABLE api_tokens (
	digest VARCHAR(64) NOT NULL, 
	account VARCHAR(40) NOT NULL, 
	label TEXT NOT NULL, 
	created VARCHAR(27) NOT NULL, scope VARCHAR(20) DEFAULT 'all' NOT NULL, expires VARCHAR(27), 
	PRIMARY KEY (digest), 
	FOREIGN KEY(account) REFERENCES accounts (id)
);
INSERT INTO "api_tokens" VALUES('293f1fb2a07dfc8ec4e7247b125ed0e101a910177ba99be8af1357d5953de0bd','kn349qf4','bot read','2026-11-29T05:38:43.225487Z','read','2126-11-29T00:00:00.000000Z');
INSERT INTO "api_tokens" VALUES('c602f7d56813c91a8a986d085390c7d87ff111c7960bedebdd96e70d9d2b4913','kn349qf4','bot results','2026-11-29T05:38:43.226809Z','results','2126-11-29T00:00:00.000000Z');
INSERT INTO "api_tokens" VALUES('564321c43c0711059c9e8353f34cf8134c719fb3895fd5f6f564c44a6055139f','kn349qf4','bot all','2026-11-29T05:38:43.227776Z','all','2126-11-29T00:00:00.000000Z');
CREATE TABLE digests (
	stream VARCHAR(40) NOT NULL, 
	head BIGINT NOT NULL, 
	content TEXT NOT NULL, 
	PRIMARY KEY (stream), 
	FOREIGN KEY(stream) REFERENCES streams (id)
);
INSERT INTO "digests" VALUES('89873s7d',20,'[1,"2026-11-20","standard_constructed",[null,null],["3ed1a3b7d83081f7c56ad6a910669706ea0f4ec877483c35f5d188302911ced6","89873s7d",20,"Lyon autumn","","","",false,false,false,false,false,10],[[1,"Player 1","1000001","",1,1,null,2,12,120,2,null,false,false,45],[6,"Player 6","1000006","",2,2,null,1,8,102,2,null,false,false,29],[8,"Player 8","1000008","",2,2,null,1,8,102,2,null,false,false,29],[2,"Player 2","1000002","",4,4,null,0,4,84,2,null,false,false,13],[3,"Player 3","1000003","",5,5,null,0,2,60,2,null,false,false,9],[4,"Player 4","1000004","",5,5,null,0,2,60,2,null,false,false,9],[7,"Player 7","1000007","",5,5,null,0,2,60,2,null,false,false,9],[9,"Player 9","1000009","",5,5,null,0,2,60,2,null,false,false,9],[5,"Player 5","1000005","",9,9,null,0,0,36,2,null,false,false,5],[10,"Player 10","1000010","",9,9,null,0,0,36,2,null,false,false,5]]]');
CREATE TABLE entries (
	stream VARCHAR(40) NOT NULL, 
	number BIGINT NOT NULL, 
	at VARCHAR(27) NOT NULL, 
	"by" TEXT NOT NULL, 
	kind VARCHAR(60) NOT NULL, 
	payload TEXT NOT NULL, salts TEXT DEFAULT '' NOT NULL, checksum VARCHAR(64) DEFAULT '' NOT NULL, 
	PRIMARY KEY (stream, number), 
	FOREIGN KEY(stream) REFERENCES streams (id)
);
INSERT INTO "entries" VALUES('89873s7d',1,'2026-11-29T05:38:43.299984Z','Ben','tournament_created','{"version":1,"configuration":{"name":"Lyon autumn","date":"2026-11-20","place":"","country":"","organizer":"","rule_set":"constructed","boosters":0,"has_starters":false,"sets":[],"rounds":2,"has_final":true,"minutes":120,"final_minutes":120,"is_multideck":false,"final_deck":"best_round","requires_decks":false,"allows_proxies":false,"level":"standard","is_sanctioned":true,"standings_seen_by":"everybody","lists_seen_by":"nobody","rooms":[],"table_names":[]}}','379d24b893a80516e732e0aeff2b4649','c1b1d70d60209b365a0d8ca440dec6801b15becdb6e6c7d52ee5f6b7777b28c3');
INSERT INTO "entries" VALUES('89873s7d',2,'2026-11-29T05:38:43.308752Z','Ben','player_added','{"version":1,"player":1,"name":"Player 1","vekn":"1000001","city":"","country":""}','6180d9e1dc22a23c2efa45b10bd7b569','fa9df291a2757a0104530978836f510daa04bb72d738f9e6cc6894e46f1b46da');
INSERT INTO "entries" VALUES('89873s7d',3,'2026-11-29T05:38:43.308752Z','Ben','player_added','{"version":1,"player":2,"name":"Player 2","vekn":"1000002","city":"","country":""}','91768f21787c39b4e3fc09143b9f7431','4e6b3071c35a5e96f4a88d202959162ae881de9d461571fbc90fce7c6c298746');
INSERT INTO "entries" VALUES('89873s7d',4,'2026-11-29T05:38:43.308752Z','Ben','player_added','{"version":1,"player":3,"name":"Player 3","vekn":"1000003","city":"","country":""}','adbcd15033cffeee21d1ff3e5fed7e3e','19a9c19b3455ed5a854b16fdf31afb52d9413aa632ad6c033dcb442a352d0f3e');
INSERT INTO "entries" VALUES('89873s7d',5,'2026-11-29T05:38:43.308752Z','Ben','player_added','{"version":1,"player":4,"name":"Player 4","vekn":"1000004","city":"","country":""}','5d54160e4d535287999f942ac5e5897c','5ec7171661e0c0f02348c9878f42f9bda21e51476ef9bd0de82bcbc791c2e444');
INSERT INTO "entries" VALUES('89873s7d',6,'2026-11-29T05:38:43.308752Z','Ben','player_added','{"version":1,"player":5,"name":"Player 5","vekn":"1000005","city":"","country":""}','340c87bbceb84571250f883a7024a777','2fcc61af5d0a752883ae3d7578c1f8b2fe3f27e9fb0a9d1559a4e61e75fe8b57');
INSERT INTO "entries" VALUES('89873s7d',7,'2026-11-29T05:38:43.308752Z','Ben','player_added','{"version":1,"player":6,"name":"Player 6","vekn":"1000006","city":"","country":""}','7fee4ab5fb6f41e3f3f9643a368d8d95','f42c265677c1c26708da90ef8819f7ec113b239fbe2a7bc81c5038849f5b8b54');
INSERT INTO "entries" VALUES('89873s7d',8,'2026-11-29T05:38:43.308752Z','Ben','player_added','{"version":1,"player":7,"name":"Player 7","vekn":"1000007","city":"","country":""}','a05f3129755d0c01728a9956df5f8fbd','8510fe2dced71ba184e3bbdcd37142ddd7da7b5aa6a3ddaa44f1b9d3652fa8fe');
INSERT INTO "entries" VALUES('89873s7d',9,'2026-11-29T05:38:43.308752Z','Ben','player_added','{"version":1,"player":8,"name":"Player 8","vekn":"1000008","city":"","country":""}','55d5f237ea634f9a32199fb5b54bce30','4873e49794eb0b13d83eadb4a3ae50ba7b71c88e6d461c141fc80f5e9b18c4a3');
INSERT INTO "entries" VALUES('89873s7d',10,'2026-11-29T05:38:43.308752Z','Ben','player_added','{"version":1,"player":9,"name":"Player 9","vekn":"1000009","city":"","country":""}','72f516cfe8b3f15d2718153f864c01eb','0002c61951dede3a52534bb675fc0f7e2f419134d8e9633171b342c8a454836c');
INSERT INTO "entries" VALUES('89873s7d',11,'2026-11-29T05:38:43.308752Z','Ben','player_added','{"version":1,"player":10,"name":"Player 10","vekn":"1000010","city":"","country":""}','ee59736ec47314f632bf73785fb6270c','7c153d193bb160d126e2d4fcd08ad19a22614fe5493e899dabf3a4155e77b320');
INSERT INTO "entries" VALUES('89873s7d',12,'2026-11-29T05:38:43.311874Z','Ben','round_drafted','{"version":1,"round":1,"tables":[{"players":[1,2,3,4,5]},{"players":[6,7,8,9,10]}],"sitting_out":[],"seed":null}','6e7136d73db65828b44eb1996000b8f8','e749db614dc1aba2dd90ce6b9869941b8f4d1915df03db680a91d14dcbe9182f');
INSERT INTO "entries" VALUES('89873s7d',13,'2026-11-29T05:38:43.311874Z','Ben','round_published','{"version":1,"round":1}','ace25bbbd018b8f338a8a158df8e40ea','593012acc064865d5d0e17576f59430799ea3d52885d0083fe662c087a4051d8');
INSERT INTO "entries" VALUES('89873s7d',14,'2026-11-29T05:38:43.329333Z','Ben','result_entered','{"version":1,"round":1,"table":1,"scores":[{"player":1,"victory_points":6,"fate":null},{"player":2,"victory_points":2,"fate":null},{"player":3,"victory_points":2,"fate":null},{"player":4,"victory_points":0,"fate":null},{"player":5,"victory_points":0,"fate":null}],"events":[],"by_player":null,"reason":"","card":""}','43906556a536936847ce777871ff82d8','d4ae3a6f9d8da133a560b30f37cd86146e62de191a1ba08b53593ee3bbbc83a5');
INSERT INTO "entries" VALUES('89873s7d',15,'2026-11-29T05:38:43.331810Z','Ben','result_entered','{"version":1,"round":1,"table":2,"scores":[{"player":6,"victory_points":6,"fate":null},{"player":7,"victory_points":2,"fate":null},{"player":8,"victory_points":2,"fate":null},{"player":9,"victory_points":0,"fate":null},{"player":10,"victory_points":0,"fate":null}],"events":[],"by_player":null,"reason":"","card":""}','7c0e0b159c736c3ec6b060f094a449f2','a61d5bbe9b366a1a1e4db49b4139059ec6b49d709bca2b29d150302700f3ce01');
INSERT INTO "entries" VALUES('89873s7d',16,'2026-11-29T05:38:43.333669Z','Ben','round_drafted','{"version":1,"round":2,"tables":[{"players":[1,6,2,7,3]},{"players":[8,4,9,5,10]}],"sitting_out":[],"seed":null}','ff1e4b98e2695ac639fa64f5c4ad81f7','e2c46e0a01b2deb9255ab94a3fc23c33deeae10d3799c29d560030cf5cc6e91c');
INSERT INTO "entries" VALUES('89873s7d',17,'2026-11-29T05:38:43.333669Z','Ben','round_published','{"version":1,"round":2}','418b3e83237b2854ac861bd4e9515e14','b1a50daacd20b3564b7e4e251a08c09bbfb8d727311f233edbde4f30b1c9fa56');
INSERT INTO "entries" VALUES('89873s7d',18,'2026-11-29T05:38:43.335440Z','Ben','result_entered','{"version":1,"round":2,"table":1,"scores":[{"player":1,"victory_points":6,"fate":null},{"player":6,"victory_points":2,"fate":null},{"player":2,"victory_points":2,"fate":null},{"player":7,"victory_points":0,"fate":null},{"player":3,"victory_points":0,"fate":null}],"events":[],"by_player":null,"reason":"","card":""}','7d3f0c3f5c6493b0603df6c728580af5','9a07e010ee29f938cfd939e501fccc02b952bc9acdc5040dac0921dd4401fe0d');
INSERT INTO "entries" VALUES('89873s7d',19,'2026-11-29T05:38:43.337068Z','Ben','result_entered','{"version":1,"round":2,"table":2,"scores":[{"player":8,"victory_points":6,"fate":null},{"player":4,"victory_points":2,"fate":null},{"player":9,"victory_points":2,"fate":null},{"player":5,"victory_points":0,"fate":null},{"player":10,"victory_points":0,"fate":null}],"events":[],"by_player":null,"reason":"","card":""}','91cb9762ed573411bcfac7c634af6e95','6629501602fe063e7f7f3d76fa33886478dcf6dc7bb361bba96db285689671f8');
INSERT INTO "entries" VALUES('89873s7d',20,'2026-11-29T05:38:43.338145Z','Ben','tournament_finished','{"version":2,"is_early":true,"reason":"Rain"}','2536492e81482f9c891366d62a4cba8e','52de5239cade7e371f8c5c15c5d750860c1b98a4f3d4fd5ddf79bfd5d2e85dfb');
INSERT INTO "entries" VALUES('n85x7w75',1,'2026-11-29T05:38:43.341138Z','Ben','tournament_created','{"version":1,"configuration":{"name":"Lyon winter","date":"2026-11-29","place":"","country":"","organizer":"","rule_set":"constructed","boosters":0,"has_starters":false,"sets":[],"rounds":2,"has_final":true,"minutes":120,"final_minutes":120,"is_multideck":false,"final_deck":"best_round","requires_decks":false,"allows_proxies":false,"level":"standard","is_sanctioned":true,"standings_seen_by":"everybody","lists_seen_by":"nobody","rooms":[],"table_names":[]}}','c80b14e350cf33dee9f1852a57a353be','7cddbe8ab19d2e5eb6332ba0f1943fc2931ba4d34ac2fc9d76a4ab93008b2ab3');
INSERT INTO "entries" VALUES('n85x7w75',2,'2026-11-29T05:38:43.343755Z','Ben','seed_committed','{"version":1,"event":"cc2a723fbe7554256c6386340eea6e41078d95e92a5d5a23e959a8c37e3567eb","commitment":"b06aa70746c6dc9a011196368b4c7d37f42d631d6809e46279521e3ae65ce167"}','b5757937af5b63399682c47d72f51d05','154044dc491856680014c5f28f63622d4467f0d2fbbadf2454acc90766148b3b');
INSERT INTO "entries" VALUES('n85x7w75',3,'2026-11-29T05:38:43.345656Z','Ben','player_added','{"version":1,"player":1,"name":"Player 1","vekn":"1000001","city":"","country":""}','c46681877f36d5dd1f5b309af810252e','169dd74994705967f8fb08ffe5250bbecb50629ff4c8fe49c2636aafcb053354');
INSERT INTO "entries" VALUES('n85x7w75',4,'2026-11-29T05:38:43.345656Z','Ben','player_added','{"version":1,"player":2,"name":"Player 2","vekn":"1000002","city":"","country":""}','8af5d19ee6726d90aa9816e4da667775','3e1b3321c4412920b33b80a959e28d1d619959061fcf01afbb4e29ea6881b5d1');
INSERT INTO "entries" VALUES('n85x7w75',5,'2026-11-29T05:38:43.345656Z','Ben','player_added','{"version":1,"player":3,"name":"Player 3","vekn":"1000003","city":"","country":""}','52dd21e758e21b9bf3116cc1cc8df932','0758fbc8fbfebacd1383e86c3c577e8231329f2a61ebe3d309701a867d4554e4');
INSERT INTO "entries" VALUES('n85x7w75',6,'2026-11-29T05:38:43.345656Z','Ben','player_added','{"version":1,"player":4,"name":"Player 4","vekn":"1000004","city":"","country":""}','fc8ed4a4a035a47fa6d60dbc1ccbd750','a101ccd161aa7f4bd2e65a4612afb9fb5cfb310a6eb557525e3d071dd3b212c3');
INSERT INTO "entries" VALUES('n85x7w75',7,'2026-11-29T05:38:43.345656Z','Ben','player_added','{"version":1,"player":5,"name":"Player 5","vekn":"1000005","city":"","country":""}','b9bdb4a028d6cfb8972084ab62c4e5dd','12a59eb08fb207259242a81a36587ed10a069a31c5f1bfda751fbacd36b837a1');
INSERT INTO "entries" VALUES('n85x7w75',8,'2026-11-29T05:38:43.345656Z','Ben','player_added','{"version":1,"player":6,"name":"Player 6","vekn":"1000006","city":"","country":""}','81f38051711aca4dbba6682fa58cd649','964f07835876a785a377fa27a0e54f0f207c5384392bc4916921ec7f086d981b');
INSERT INTO "entries" VALUES('n85x7w75',9,'2026-11-29T05:38:43.345656Z','Ben','player_added','{"version":1,"player":7,"name":"Player 7","vekn":"1000007","city":"","country":""}','60bf4188b02a27572c197611ffe46f52','fb192f24f203db6d9c5577308dc8c099ea3c173f17f7f37fa760898fcd9c16bb');
INSERT INTO "entries" VALUES('n85x7w75',10,'2026-11-29T05:38:43.345656Z','Ben','player_added','{"version":1,"player":8,"name":"Player 8","vekn":"1000008","city":"","country":""}','186c366b6a780aa11c74e6fbb89ca552','272518f8f660ccbbe39058e260c65516175d474635218e4af1882f663d8e86d8');
INSERT INTO "entries" VALUES('n85x7w75',11,'2026-11-29T05:38:43.345656Z','Ben','player_added','{"version":1,"player":9,"name":"Player 9","vekn":"1000009","city":"","country":""}','d3712af69aee59be4c03bc24f1b25002','97d02225282328ad037da4a57aa4e501fb11ef76e50f930100784c356d56ea7d');
INSERT INTO "entries" VALUES('n85x7w75',12,'2026-11-29T05:38:43.345656Z','Ben','player_added','{"version":1,"player":10,"name":"Player 10","vekn":"1000010","city":"","country":""}','0ca34ac99f87be4aba914380ef35468c','c1711a3620923ffd9895358154319fec381aa74a5d222926f3933f54102d4577');
INSERT INTO "entries" VALUES('n85x7w75',13,'2026-11-29T05:38:43.347984Z','Ben','round_drafted','{"version":1,"round":1,"tables":[{"players":[1,2,3,4,5]},{"players":[6,7,8,9,10]}],"sitting_out":[],"seed":null}','68cd52002abbe406448a7d095bb18fbb','1693de0a549d2ad61e07e2d18a2dd1d4158817cc1ce63154ebcea8c7d44eaea5');
INSERT INTO "entries" VALUES('n85x7w75',14,'2026-11-29T05:38:43.347984Z','Ben','round_published','{"version":1,"round":1}','4117a1be812a078d01cc4e1e5d052b21','e59c7eae74f1c1ff0a1648d1e5e32dee02ae8f4cecdd9db1062059f5e9501e34');
INSERT INTO "entries" VALUES('n85x7w75',15,'2026-11-29T05:38:43.349739Z','Ben','result_entered','{"version":1,"round":1,"table":1,"scores":[{"player":1,"victory_points":4,"fate":null},{"player":2,"victory_points":2,"fate":null},{"player":3,"victory_points":2,"fate":null},{"player":4,"victory_points":2,"fate":null},{"player":5,"victory_points":0,"fate":null}],"events":[],"by_player":null,"reason":"","card":""}','d69fd2141750368a4811198aa1480849','752bfb2eb1dabf5ea8e9dc579c07a820a06b8b88f1781db6f7cb1064db6c17e5');
INSERT INTO "entries" VALUES('5bcdm5v9',1,'2026-11-29T05:38:43.355344Z','Ben','league_created','{"name":"Lyon 2026","rules":{}}','cf09bbf9177c5128bd7bce653a4b87ca','be7ae19ec6c1660606b5d375ad77d5e05e05ddadea1daf46ec0abbe71660e09c');
INSERT INTO "entries" VALUES('5bcdm5v9',2,'2026-11-29T05:38:43.357852Z','Ben','event_added','{"event":"89873s7d"}','1cdcdecfd3019ce6c8e5e4561695fd32','d2d236a3c3c83d2c767ce65902b89ea664335cbc058282a564c7e1569c7902db');
INSERT INTO "entries" VALUES('dsdbgwqn',1,'2026-11-29T05:38:43.360423Z','Ben','weekend_created','{"name":"EC 2026","ties":"tossed","rows":[{"role":"grand_prix","take":"winner","n":0,"skips_qualified":false,"passes_down":false,"persons":[],"source":"European championship","day":"2022"},{"role":"lcq","take":"finalists","n":0,"skips_qualified":false,"passes_down":false,"persons":[],"source":"European championship","day":"2022"},{"role":"day_1","take":"first_n","n":40,"skips_qualified":true,"passes_down":false,"persons":[],"source":"European championship","day":"2022"}]}','f603e039df154eb7cbbc761e98d68b45','2ba40769779bc8e880f9c5009ac113b6c9d73b8c328bf3769fafa96e10e4759e');
INSERT INTO "entries" VALUES('dsdbgwqn',2,'2026-11-29T05:38:43.362781Z','Ben','event_linked','{"event":"n85x7w75","role":"side"}','a955719ac9bcd7b424423deca8553733','68aee49186d3bd4d1e4fbc9a36489a501c7e49fe4c32743d215f160d96145bdb');
INSERT INTO "entries" VALUES('cmbnpcs9',1,'2026-11-29T05:38:43.365990Z','Host','table_created','{"title":"","profile":"current","options":{"game.speed":"table"},"seats":[{"name":"Anna","library":60,"crypt":12,"counted":true,"tracked":true},{"name":"Bo","library":60,"crypt":12,"counted":true,"tracked":true},{"name":"Cy","library":60,"crypt":12,"counted":true,"tracked":true},{"name":"Di","library":60,"crypt":12,"counted":true,"tracked":true},{"name":"Ed","library":60,"crypt":12,"counted":true,"tracked":true}],"seconds":0,"depth":"full","event":null}','ede625a229cf16fe995116cc58fdf539','ab0a01dad04f986269aba8a5fb119012d6beb067985980d4a554063bf8e89515');
INSERT INTO "entries" VALUES('cmbnpcs9',2,'2026-11-29T05:38:43.365990Z','Host','operation','{"line":"start-game Ed"}','0dadd296cedceb6bd3d9ef4faefcd472','7e76c321d2b7ca8bfa63ace21ad0c2d4173fb7763c105315d1a7dfea5b0c7aeb');
CREATE TABLE links (
	stream VARCHAR(40) NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	role VARCHAR(20) NOT NULL, 
	label TEXT NOT NULL, 
	generation BIGINT NOT NULL, 
	is_open BOOLEAN NOT NULL, 
	PRIMARY KEY (stream, name), 
	FOREIGN KEY(stream) REFERENCES streams (id)
);
INSERT INTO "links" VALUES('n85x7w75','official/1','judge','Dana',0,1);
INSERT INTO "links" VALUES('n85x7w75','player/3','','',1,1);
CREATE TABLE members (
	stream VARCHAR(40) NOT NULL, 
	account VARCHAR(40) NOT NULL, 
	role VARCHAR(20) NOT NULL, 
	PRIMARY KEY (stream, account), 
	FOREIGN KEY(stream) REFERENCES streams (id), 
	FOREIGN KEY(account) REFERENCES accounts (id)
);
INSERT INTO "members" VALUES('89873s7d','kn349qf4','organizer');
INSERT INTO "members" VALUES('n85x7w75','kn349qf4','organizer');
INSERT INTO "members" VALUES('n85x7w75','fftnqvqg','judge');
INSERT INTO "members" VALUES('5bcdm5v9','kn349qf4','organizer');
INSERT INTO "members" VALUES('dsdbgwqn','kn349qf4','organizer');
CREATE TABLE passkeys (
	digest VARCHAR(64) NOT NULL, 
	account VARCHAR(40) NOT NULL, 
	label TEXT NOT NULL, 
	credential TEXT NOT NULL, 
	public_key TEXT NOT NULL, 
	uses BIGINT NOT NULL, 
	shown BIGINT NOT NULL, 
	created VARCHAR(27) NOT NULL, 
	PRIMARY KEY (digest), 
	FOREIGN KEY(account) REFERENCES accounts (id)
);
CREATE TABLE requests (
	stream VARCHAR(40) NOT NULL, 
	"key" VARCHAR(100) NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	first BIGINT NOT NULL, 
	last BIGINT NOT NULL, 
	PRIMARY KEY (stream, "key"), 
	FOREIGN KEY(stream) REFERENCES streams (id)
);
CREATE TABLE second_factors (
	account VARCHAR(40) NOT NULL, 
	secret TEXT NOT NULL, 
	used BIGINT NOT NULL, 
	recovery TEXT NOT NULL, 
	created VARCHAR(27) NOT NULL, 
	PRIMARY KEY (account), 
	FOREIGN KEY(account) REFERENCES accounts (id)
);
INSERT INTO "second_factors" VALUES('5k6wgrzw','JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',59864357,'["b499e9929ef1efbc3ac23b7fe971362e2d92ca133f7d795634a0d5177a75f08f", "1069da2f107e63826b5b125c7e790fa9c3e1543b12e328f9cf841f808a32bf20", "d765fc112ce72d9b44b96fda109da01b8d00a01746bdbdb1f15644ffcea4b289", "191b80fc374290cf9b2998e2f331b22ff683491f2201cbcd098adec2381efaca", "fd435235166f2c6fcef62728e6bcaeb3043d73899bf0b9a48bec026b064efce1", "73d2696cde0ee0bd944b1b5ac729f1a679d5374597280352480e8c0d139ed8c0", "67fccd161c160da50fa601f2e0429a4e9a01cab05874491b172e6deb7e0fdd98", "8877d6e6d1f5b24200088e38ad18fd85f4015ff4169a53547b89fe44c10305ed"]','2026-11-29T05:38:43.222975Z');
CREATE TABLE sessions (
	digest VARCHAR(64) NOT NULL, 
	account VARCHAR(40) NOT NULL, 
	epoch BIGINT NOT NULL, 
	browser TEXT NOT NULL, 
	created VARCHAR(27) NOT NULL, 
	expires VARCHAR(27) NOT NULL, 
	PRIMARY KEY (digest), 
	FOREIGN KEY(account) REFERENCES accounts (id)
);
CREATE TABLE settings (
	name VARCHAR(60) NOT NULL, 
	value TEXT NOT NULL, 
	PRIMARY KEY (name)
);
INSERT INTO "settings" VALUES('organizer_key','cdm3wKsFGMYmeUYSEgDAx_GvKA_NLtlu');
INSERT INTO "settings" VALUES('draw_seed n85x7w75','3bb04ecc9fbea19ec9fcd30e43edaab78da9f2d0593757c850db14577af4a2b4');
CREATE TABLE streams (
	id VARCHAR(40) NOT NULL, 
	kind VARCHAR(20) NOT NULL, 
	head BIGINT NOT NULL, 
	created VARCHAR(27) NOT NULL, 
	summary TEXT NOT NULL, checksum VARCHAR(64) DEFAULT '' NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "streams" VALUES('89873s7d','tournament',20,'2026-11-29T05:38:43.298784Z','{"name":"Lyon autumn","date":"2026-11-20","place":"","country":"","players":10,"rounds":2,"stage":"finished","is_announced":false,"is_rehearsal":false,"is_thrown_away":false,"is_template":false}','52de5239cade7e371f8c5c15c5d750860c1b98a4f3d4fd5ddf79bfd5d2e85dfb');
INSERT INTO "streams" VALUES('n85x7w75','tournament',15,'2026-11-29T05:38:43.340760Z','{"name":"Lyon winter","date":"2026-11-29","place":"","country":"","players":10,"rounds":2,"stage":"round 1","is_announced":false,"is_rehearsal":false,"is_thrown_away":false,"is_template":false}','752bfb2eb1dabf5ea8e9dc579c07a820a06b8b88f1781db6f7cb1064db6c17e5');
INSERT INTO "streams" VALUES('5bcdm5v9','league',2,'2026-11-29T05:38:43.355068Z','{"name":"Lyon 2026","events":1,"is_deleted":false}','d2d236a3c3c83d2c767ce65902b89ea664335cbc058282a564c7e1569c7902db');
INSERT INTO "streams" VALUES('dsdbgwqn','weekend',2,'2026-11-29T05:38:43.360169Z','{"name":"EC 2026","events":1}','68aee49186d3bd4d1e4fbc9a36489a501c7e49fe4c32743d215f160d96145bdb');
INSERT INTO "streams" VALUES('cmbnpcs9','game',2,'2026-11-29T05:38:43.365990Z','{"title":"","seats":["Anna","Bo","Cy","Di","Ed"],"issues":{},"depth":"full","is_over":false,"tournament":null}','7e76c321d2b7ca8bfa63ace21ad0c2d4173fb7763c105315d1a7dfea5b0c7aeb');
CREATE TABLE vtes_toolkit_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT vtes_toolkit_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "vtes_toolkit_version" VALUES('0007');
CREATE INDEX ix_streams_kind_created ON streams (kind, created);
CREATE INDEX ix_members_account ON members (account);
CREATE INDEX ix_api_tokens_account ON api_tokens (account);
CREATE INDEX ix_sessions_account ON sessions (account);
CREATE UNIQUE INDEX ix_accounts_look ON accounts (look);
CREATE INDEX ix_passkeys_account ON passkeys (account);
COMMIT;