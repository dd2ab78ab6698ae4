"""“A, B” in a list: a surname before given names, or a name before a place; decided line by line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from toolkit.languages.countries import country_code
from toolkit.tournament.players import search_key

# Given names that are common where the game is played, as `search_key` writes them. A name that is missing costs a
# guess that is marked, no more.
_GIVEN_NAMES = """
    aaron abel ada adam adela adele adrian adriana adrien afonso agata agathe agnes agnieszka aida aidan ainhoa aino
    aitor aki akos alan alastair albert alberto aldo alejandra alejandro aleksander aleksandra aleksi alena ales
    alessandra alessandro alessia alessio alex alexander alexandra alexandre alexis alfonso alfred alfredo alice
    alicia alina alison allan alma alvaro alzbeta amaia amanda amedeo amelie amy ana anders andras andre andrea
    andreas andreia andrej andres andrew andrzej andy angel angela angelo ania anita anja anke ann anna anne anneke
    annemarie annette annie anthony antoine anton antonella antonia antonin antonio antti aoife arianna arkadiusz
    arnaud arndt arne arnold arpad arthur arto arturo arvid asa asier astrid attila attilio august augusto aurelie
    aurelien axel balazs barbara barry bart bartosz bas bastien beata beate beatrice beatriz becky begona bela bella
    ben bence benedikt benjamin benoit beppe bernard bernardo bernd bernhard bert beth bettina bianca birgit
    birgitte bjarne bjorn blanca blazej bo bob bodo bogdan bohumil boris borja brad bram brandon brenda brett brian
    brice brigitte bruce bruno bryan caio callum cameron camila camille carina carl carla carlo carlos carlota
    carmen carmine carol carolina caroline cathy cecile cecilia cedric celia celine cesar chad chantal charlene
    charles charlie charlotte chiara chloe chris christa christelle christian christina christine christoph
    christophe christopher cindy cinzia claire clara clarissa claude claudia claudio claus clement cleo clive colin
    concepcion connor corinne corrado craig cristian cristiano cristina csaba cy cyril czeslaw daan dagmar damian
    damiano damien dan dani daniel daniela daniele danilo danny dario dariusz darren dave david davide dean debora
    deborah denes denis denise dennis derek detlef di diana diane didier diego dieter dietmar diogo dirk dmitri
    dmitry domenico dominic dominik dominika dominique don donald donatella dora doris dorota dorothea doug douglas
    duarte duncan dusan dustin dylan eamon eckhard ed eddie edgar edith edoardo edu eduard eduarda eduardo edward
    edwin eero einar elena eleonora eli elias elin elisa elisabeth elise eliza elizabeth elke ella ellen elliot
    elodie eloise els elsa emanuele emil emile emilia emilie emilio emily emma emmanuel encarna endre enrico enrique
    enzo eoin eric erica erich erik erika erin ernest ernesto ernst erwin esa esteban estelle esther eszter ethan
    etienne ettore eugenia eugenio eva evan eve evelyn everton ewa ewelina ezio fabian fabiana fabien fabio fabrice
    fabricio fabrizio fatima fausto fay federica federico felipe felix femke ferenc fernanda fernando filip filipa
    filipe finn fiona fiorella flavia flavio floor florian franca francesc francesca francesco francis francisca
    francisco franck franco francois francoise frank frantisek franz fraser fred frederic frederico frederik fredrik
    friedrich gabi gabor gabriel gabriela gabriele gael gaelle gaetan gareth gary gaspard gavin geert gemma
    genevieve geoffrey georg george georges georgia gerald gerard gerardo gerd gergely gerhard germain gert geza
    ghislain giacomo giampaolo giancarlo gianfranco gianluca gianni gilbert gilles gino giorgia giorgio giovanna
    giovanni gisela giulia giuliana giuliano giulio giuseppe glen gloria goncalo gonzalo gordon gorka gosia grace
    graham graziano grazyna greg gregor gregory greta grzegorz guadalupe gudrun guido guilherme guillaume guillermo
    gunnar gunter gus gustaf gustav gustavo guy gyorgy gyula hakan hanna hannah hannes hans harald harri harry hauke
    hayley heather hector heidi heike heikki heiko heino heinrich heinz helen helena helene helga helge helmut
    hendrik henk henning henri henrik henrique henry henryk herbert hermann herve hilde hjalmar holger honza horst
    hubert hugh hugo hugues humberto iain ian ida ignacio igor iker ilaria ilkka ilse imre ineke ines inga inge ingo
    ingrid inigo inka irena irene iris irma isaac isabel isabella isabelle isla israel istvan ivan ivana ivano ivo
    ivonne ivy iwona jaakko jacek jack jackie jacob jacopo jacqueline jacques jaime jakob jakub james jan jana jane
    janet janina janne janos janusz jared jarek jari jarmo jaroslav jasmine jason javier jean jeanluc jeanne jeff
    jelena jennifer jenny jens jere jeremiah jeremie jeremy jeroen jerome jerzy jesper jesse jessica jesus jill jim
    jimmy jindrich jiri jitka jo joachim joan joana joanna joao joaquim joaquin jochen jodie joe joel joerg johan
    johann johanna johannes john johnny joke jon jonas jonathan joni joost jordan jordi jorg jorge joris jorn jose
    josef josefina josep joseph josephine josh joshua josiane josip jouni joyce jozsef juan juana judith juha juhani
    juho jukka julia julian juliana julie julien juliette julio julius jurgen jussi justin justyna jutta kacper kai
    kalle kalman kamil karel karen kari karin karina karl karla karol karolina karoly karsten kasia kasper katarina
    katarzyna kate katharina katherine kathrin kati katja katrin kay kees keira keith kelly ken kerstin kevin kieran
    kim kimmo kinga kirsi kirsten kirsty klaas klaus knut koen konrad konstantin kristian kristin kristina krisztian
    krisztina krzysiek krzysztof kuba kurt kyle ladislav lajos lara lars lasse laszlo laura laure lauren laurence
    laurent lea leandro leanne lech leena leif leire lena lenka lennard lennart leo leon leonardo leonie leonor
    leslie leszek leticia liam libor lidia lieselotte lilian liliana lilly lily lina linda lindsay linus lisa liv
    livia liz loic lola lorand loredana lorena lorenzo loris lorna lothar lotte louis louise luana lubos luc luca
    lucas lucia luciana luciano lucie lucy ludek ludovic ludovico ludwig ludwik luigi luis luisa luiz lukas lukasz
    luke lutz lydia maaike maarten macarena maciej madalena mads magda magdalena magnus maija maite maja malcolm
    malgorzata malte manfred manon manuel manuela mara marc marcel marcela marcella marcello marcelo marcin marcio
    marco marcos marcus marek margaret margarida margarita margaux margherita margot maria marian mariana marianne
    mariano marie marieke marijn marika marilyn marina mario marion marisa mariusz marjatta mark marketa marko
    markus marlene marloes marta martha marti martin martina martine marton marvin marzena mason massimo matej mateo
    mateusz matheus mathias mathieu mathilde mathis matilde matt matteo matthew matthias matthieu matti mattia maura
    maurice mauricio maurizio mauro max maxim maxime maximilian megan meike melanie melissa menno mercedes merja
    mette mia michael michaela michal michel michela michele michelle mieke miguel mihai miika mika mikael mike
    mikel mikhail mikkel mikko miklos milada milan milena milos miloslav minna mirco mireia mireille mirjam mirko
    miroslav miroslaw mitchell mohamed moira moises monica monika monique montserrat morgan morten muriel murilo
    nadia nadine nadja nana nancy nanna natalia natalie natasha nathalie nathan ned neil nele nelson nerea niall
    niamh nicholas nick nico nicola nicolas nicole nicolo niels nienke nigel niilo niklas niko nikola nikolai
    nikolaus nils nina noah noel noelia noemi noemie nora norbert norman nuno nunzio nuria octavio odette odile ola
    olaf ole oleg olek olga oliver olivia olivier olli olof ondrej oreste oriol ornella oscar oskar oskari ossi
    otavio otto outi owen pablo paco padraig paivi paloma pam pamela paola paolo pascal pascale pasi patrice
    patricia patricio patrick patrik patrizia patrizio patrycja patryk patsy pau paul paula pauli paulina pauline
    paulo pavel pavla pawel pedro peggy pekka penelope pepe per pere pernille perry pertti petar peter petr petra
    petri petter petteri phil philip philipp philippe phoebe pia piero pierre piet pieter pietro pilar piotr pol
    pontus premysl priscilla przemyslaw quentin quim rachel radek radoslaw rafael rafal raffaele raffaella raimund
    rainer ralf ralph ramon raquel rasmus raul ray rebecca rebekah regina regine regis reinhard remi renata renate
    renato rene renzo rhys ricardo riccardo richard rik risto rita rob robert roberta roberto robin rocco rocio
    rodney rodolfo rodrigo roger roland rolf romain roman ronald ronan rory rosa rosario rosemary roser ross
    rossella rostislav rowan roxane ruben rudiger rudolf ruediger rui rupert ruslan russ russell ruth ruud ryan
    ryszard sabine sabrina sakari sally salvador salvatore sam samantha sami sampo samu samuel samuele sander sandor
    sandra sandrine sandro sanna sanne sara sarah sari sascha saskia saul scott seamus sean sebastian sebastiao
    sebastien seppo serena serge sergei sergi sergio severine shane sharon shaun sheila sid sigrid silje silke
    silvan silvana silvia silvio simao simo simon simona simone sini siobhan sjoerd slawomir sofia sofie sonia sonja
    sophia sophie soren stacey staffan stan stanislav stanislaw stefan stefania stefanie stefano steffen steffi
    stella stepan stephan stephane stephanie stephen steve steven stewart stig stijn stuart sue susan susana susanna
    susanne susi suzanne sven sylvain sylvia sylvie szabolcs szymon tadeusz tamara tamas tania tanja tapio tara
    tatiana tatiane ted teemu telmo teppo teresa tereza tero terry tess thais thea theo theodor theophile theresa
    therese thiago thibault thierry thijs thilo thomas thorsten tiago tibor tiina tijs tilo tim timo timothy tina
    tiziano tobias toby todd tom tomas tomasz tomaz tomek tommaso tommi toni tony torben torsten toshiro tove tracy
    travis trevor tristan trond troy tuija tullio tuomas tuukka txema tyler udo ugo ulf uli ulla ulrich ulrike
    umberto unai urs ursula urszula ute uwe vaclav vaino valentin valentina valeria valerie valerio vanesa vanessa
    vasco veikko veit vera veronica veronika vesa vicente victor victoria vidar viggo viktor viktoria ville vilmos
    vincent vincenzo vinicius viola violeta virginia virginie vit vitor vittoria vittorio vivian vladimir vlastimil
    vojtech volker volkmar wagner waldemar walter wanda wayne wellington wendy werner wiebke wieslaw wietse wilhelm
    will willem william wim witold wlodzimierz wojciech wojtek wolfgang wouter xabat xabier xavi xavier yago yann
    yannick yasmin yeray ylva yolanda yvan yves yvette yvon yvonne zach zachary zbigniew zbynek zdenek zdenka zita
    zoe zofia zoltan zsolt zuzana zuzanna zygmunt
"""
# A surname may begin with one of these in small letters.
_PARTICLES = "da das de degli dei del della den der di do dos du e el la le les lo ten ter van vom von y zu zum zur"
PARTICLES = frozenset(_PARTICLES.split())


@cache
def _given_names() -> frozenset[str]:
    return frozenset(_GIVEN_NAMES.split())


_FIRST_WORD = re.compile(r"\w+")


@lru_cache(maxsize=4096)
def _plain(word: str) -> str:
    return search_key(word)


def is_given_name(text: str) -> bool:
    """Whether a name begins with a given name that is common (“Jean-Luc”, “Łukasz”), or an initial (“D. Jones”)."""
    first = _FIRST_WORD.search(text)
    return first is not None and (_plain(first[0]) in _given_names() or re.match(r"\w\.", text) is not None)


def named_country(text: str) -> str:
    """The code of the country that a list names; two letters are one in capitals only: “Jo” and “Bo” are people."""
    return country_code(text) if len(text) > 2 or text.isupper() else ""


@dataclass(frozen=True, slots=True)
class Order:
    """How “A, B” is read; `is_sure` where it can hardly be the other way round."""

    is_surname_first: bool
    is_sure: bool


_SURNAME, _PLACE = Order(is_surname_first=True, is_sure=False), Order(is_surname_first=False, is_sure=False)
_SURE_SURNAME, _SURE_PLACE = Order(is_surname_first=True, is_sure=True), Order(is_surname_first=False, is_sure=True)
# A word behind the comma of so many lines is a place.
_SHARED = 3


class NameOrders:
    """The lines of one list that have a comma, each decided by itself; what is open follows the others."""

    def __init__(self, pairs: Sequence[tuple[str, str]], names: Iterable[str] = ()) -> None:
        """`pairs` are what stands before and behind each comma, `names` are names without one."""
        behind = Counter(_plain(place) for _, place in pairs)
        self._shared = {text for text, count in behind.items() if count >= _SHARED and 3 * count >= len(pairs)}
        self._given = {_plain(words[0]) for name in names if len(words := name.split()) > 1}
        decided = Counter(order.is_surname_first for pair in pairs if (order := self._decided(*pair)))
        self._majority = decided[True] - decided[False]

    def of(self, before: str, behind: str) -> Order:
        """How “before, behind” is read."""
        if order := self._decided(before, behind):
            return order
        # One word is a surname, several are a whole name, unless the other lines say otherwise.
        score = self._majority or (1 if len(before.split()) == 1 else -1)
        return _SURNAME if score > 0 else _PLACE

    def _decided(self, before: str, behind: str) -> Order | None:
        is_capital = len(before) > 1 and before.isupper() and not behind.isupper()
        if is_capital or before.split()[0] in PARTICLES:
            return _SURE_SURNAME
        has_given, is_given = self._is_given(before), self._is_given(behind)
        if before.split()[0].casefold() in PARTICLES and is_given >= has_given:
            return _SURNAME
        if not is_given and (_plain(behind) in self._shared or named_country(behind) or re.search(r"\d", behind)):
            return _SURE_PLACE
        if has_given == is_given:
            return _SURNAME if is_given and len(before.split()) == 1 else None
        return _SURNAME if is_given else _SURE_PLACE

    def _is_given(self, text: str) -> bool:
        return is_given_name(text) or _plain(text.split()[0]) in self._given
