// Runs requests.json through the gate in Pyodide under Node, and prints the answers as JSON:
//
//   npm install pyodide && python examples/pyodide/archive.py sayso-core.zip
//   node examples/pyodide/run.mjs node_modules/pyodide sayso-core.zip

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { openGate } from "./gate.mjs";

const [folder, archive] = process.argv.slice(2).map((path) => resolve(path));
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const requests = JSON.parse(await readFile(new URL("requests.json", import.meta.url), "utf8"));

const judge = await openGate(await loadPyodide(), new Uint8Array(await readFile(archive)));
console.log(JSON.stringify(requests.map(judge), null, 2));
