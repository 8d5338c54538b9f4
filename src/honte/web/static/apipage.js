// The reference of the JSON interface, drawn from the server's own OpenAPI description.

import { get } from "./api.js";
import { h } from "./dom.js";

const description = await get("/api/openapi.json");
const schemas = description.components?.schemas ?? {};
const page = document.getElementById("reference");
const groups = new Map();
for (const [path, methods] of Object.entries(description.paths)) {
  for (const [method, what] of Object.entries(methods)) {
    const tag = what.tags?.[0] ?? "server";
    if (!groups.has(tag)) groups.set(tag, []);
    groups.get(tag).push({ path, method, what });
  }
}

const example = (schema, depth = 0) => {
  if (!schema || depth > 5) return null;
  if (schema.$ref) return example(schemas[schema.$ref.split("/").pop()], depth + 1);
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  if (schema.const !== undefined) return schema.const;
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return example(either[0], depth + 1);
  if (schema.type === "object" || schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, each]) => [name, example(each, depth + 1)]),
    );
  if (schema.type === "array") {
    const item = example(schema.items, depth + 1);
    return item === null ? [] : [item];
  }
  return { string: "text", integer: 0, number: 0, boolean: false }[schema.type] ?? null;
};
const body = (content) => content?.["application/json"]?.schema;
const show = (title, schema) =>
  schema && Object.keys(schema).length
    ? [h("p", { class: "sub" }, title), h("pre", { tabindex: 0 }, JSON.stringify(example(schema), null, 1))]
    : [];

page.append(
  h(
    "p",
    { class: "sub" },
    description.info.description,
    " The same in full, for tools: ",
    h("a", { href: "/api/openapi.json" }, "openapi.json"),
    ".",
  ),
);
for (const [tag, entries] of groups) {
  page.append(h("h2", {}, tag));
  for (const { path, method, what } of entries) {
    const good = Object.entries(what.responses).find(([status]) => status.startsWith("2"))?.[1];
    page.append(
      h(
        "details",
        {},
        h(
          "summary",
          {},
          h("span", { class: "method" }, method.toUpperCase()),
          h("code", {}, path),
          h("span", { class: "sub" }, (what.description ?? "").split("\n")[0]),
        ),
        show("Body", body(what.requestBody?.content)),
        show("Answer", body(good?.content)),
      ),
    );
  }
}
