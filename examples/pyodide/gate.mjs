// Sayso's gate in a browser runtime. It does no I/O of its own, so a page and Node use it alike:
//
//   import { loadPyodide } from "https://cdn.jsdelivr.net/pyodide/v314.0.7/full/pyodide.mjs";
//   import { openGate } from "./gate.mjs";
//   const archive = await (await fetch("sayso-core.zip")).arrayBuffer();
//   const judge = await openGate(await loadPyodide(), archive);
//   console.log(judge({ now_us: Date.now() * 1000, turns: [{ user: "…", assistant: "…" }] }));

// Unpacks what archive.py packed, and gives a function from a request to its answer. Pyodide's own
// orjson is used where it can be loaded, and plain_orjson.py where it can't.
export async function openGate(pyodide, archive) {
  pyodide.unpackArchive(archive, "zip", { extractDir: "/sayso" });
  await pyodide.loadPackage("orjson", { messageCallback: () => {}, errorCallback: () => {} });
  pyodide.runPython(`
    import importlib, sys
    sys.path.insert(0, "/sayso")
    if importlib.util.find_spec("orjson") is None:
        sys.modules["orjson"] = importlib.import_module("plain_orjson")
  `);
  const answer = pyodide.pyimport("judging").answer;
  return (request) => JSON.parse(answer(JSON.stringify(request)));
}
