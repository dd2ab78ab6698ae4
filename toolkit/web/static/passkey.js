// Passkeys: a form with data-passkey and the server's data-options is shown where the browser can make or show one.
// Elsewhere #no-passkeys stands in its place, if the page has it.
//
// Its button asks the browser, and sends what it answers in the field "credential": the server looks at it.

const known = globalThis.PublicKeyCredential;
const ways = {
  make: (options) => navigator.credentials.create({ publicKey: known.parseCreationOptionsFromJSON(options) }),
  show: (options) => navigator.credentials.get({ publicKey: known.parseRequestOptionsFromJSON(options) }),
};
for (const form of document.querySelectorAll("form[data-passkey]")) {
  const button = form.querySelector("button"), told = form.querySelector("[data-refused]");
  form.hidden = !known?.parseCreationOptionsFromJSON;
  delete form.dataset.scripted;
  const none = document.getElementById("no-passkeys");
  if (none) none.hidden = !form.hidden;
  button.addEventListener("click", async () => {
    told.textContent = "";
    button.disabled = true;
    try {
      const made = await ways[form.dataset.passkey](JSON.parse(form.dataset.options));
      form.elements.credential.value = JSON.stringify(made);
      form.submit();
    } catch {
      // Called off, or there is none: which of them no browser says.
      told.textContent = told.dataset.refused;
      button.disabled = false;
    }
  });
}
