// The reference of the JSON interface, drawn from the server's own OpenAPI description.

import { get } from "./api.js";
import { byId, h } from "./dom.js";

const DEEPEST = 5; // nested objects in an example
const PLAIN = { string: "text", integer: 0, number: 0, boolean: false };

const description = await get("/api/openapi.json");
const schemas = description.components?.schemas ?? {};
byId("reference").append(introduction(), ...byTag(description.paths).flatMap(section));

function introduction() {
  return h(
    "p",
    { class: "sub" },
    description.info.description,
    " The same in full, for tools: ",
    h("a", { href: "/api/openapi.json" }, "openapi.json"),
    ".",
  );
}

/** The operations of all paths as [tag, operations], in the order they are described. */
function byTag(paths) {
  const groups = new Map();
  for (const [path, methods] of Object.entries(paths))
    for (const [method, what] of Object.entries(methods)) {
      const tag = what.tags?.[0] ?? "server";
      if (!groups.has(tag)) groups.set(tag, []);
      groups.get(tag).push({ path, method, what });
    }
  return [...groups];
}

function section([tag, operations]) {
  return [h("h2", {}, tag), ...operations.map(operationBox)];
}

function operationBox({ path, method, what }) {
  const good = Object.entries(what.responses).find(([status]) => status.startsWith("2"))?.[1];
  return h(
    "details",
    {},
    h(
      "summary",
      {},
      h("span", { class: "method" }, method.toUpperCase()),
      h("code", {}, path),
      h("span", { class: "sub" }, (what.description ?? "").split("\n")[0]),
    ),
    show("Body", schemaOf(what.requestBody?.content)),
    show("Answer", schemaOf(good?.content)),
  );
}

function schemaOf(content) {
  return content?.["application/json"]?.schema;
}

function show(title, schema) {
  if (!schema || !Object.keys(schema).length) return [];
  const text = JSON.stringify(example(schema), null, 1);
  return [h("p", { class: "sub" }, title), h("pre", { tabindex: 0 }, text)];
}

/** A value that a schema allows. */
function example(schema, depth = 0) {
  if (!schema || depth > DEEPEST) return null;
  if (schema.$ref) return example(schemas[schema.$ref.split("/").pop()], depth + 1);
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  if (schema.const !== undefined) return schema.const;
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return example(either[0], depth + 1);
  if (schema.type === "object" || schema.properties) return exampleObject(schema.properties ?? {}, depth);
  if (schema.type === "array") {
    const item = example(schema.items, depth + 1);
    return item === null ? [] : [item];
  }
  return PLAIN[schema.type] ?? null;
}

function exampleObject(properties, depth) {
  return Object.fromEntries(
    Object.entries(properties).map(([name, each]) => [name, example(each, depth + 1)]),
  );
}
