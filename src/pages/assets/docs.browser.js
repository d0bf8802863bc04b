// Puts Swagger UI in the place of the list of operations. Where the document cannot be had, the list stays.
const list = document.getElementById("swagger-ui");
const dark = matchMedia("(prefers-color-scheme: dark)");
const followScheme = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", followScheme);
followScheme();

const answer = await fetch(list.dataset.document);
if (answer.ok) {
  const spec = await answer.json();
  // The page may be reached by another name than its base address; only its own origin is asked.
  spec.servers = [{ url: location.origin + list.dataset.base }];
  globalThis.SwaggerUIBundle({
    spec,
    domNode: list,
    deepLinking: true,
    tryItOutEnabled: true,
    defaultModelsExpandDepth: 0,
    validatorUrl: null,
  });
}
