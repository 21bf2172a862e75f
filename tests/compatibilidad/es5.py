"""PL1: los guiones se leen en Internet Explorer 11, Chrome 60, Firefox 50 y Opera 46.

Sintaxis ES5 y ninguna función que les falte. Lo que se usa tras preguntar si existe, o con alternativa, lleva en su
renglón o en el anterior un comentario `compat: por qué`.
"""

import re
from collections.abc import Iterator
from typing import Any

import esprima

# Los nodos de ES5; cualquier otro es más nuevo.
NODOS = {
    "ArrayExpression", "AssignmentExpression", "BinaryExpression", "BlockStatement", "BreakStatement",
    "CallExpression", "CatchClause", "ConditionalExpression", "ContinueStatement", "DebuggerStatement", "Directive",
    "DoWhileStatement", "EmptyStatement", "ExpressionStatement", "ForInStatement", "ForStatement",
    "FunctionDeclaration", "FunctionExpression", "Identifier", "IfStatement", "LabeledStatement", "Literal",
    "LogicalExpression", "MemberExpression", "NewExpression", "ObjectExpression", "Program", "Property",
    "ReturnStatement", "Script", "SequenceExpression", "StaticMemberExpression", "ComputedMemberExpression",
    "SwitchCase", "SwitchStatement", "ThisExpression", "ThrowStatement", "TryStatement", "UnaryExpression",
    "UpdateExpression", "VariableDeclaration", "VariableDeclarator", "WhileStatement",
}  # fmt: skip

GLOBALES = {
    "fetch", "Promise", "Symbol", "Proxy", "Reflect", "URL", "URLSearchParams", "IntersectionObserver",
    "ResizeObserver", "AbortController", "TextEncoder", "TextDecoder", "BigInt", "globalThis", "queueMicrotask",
    "structuredClone", "WeakSet", "NodeList.prototype.forEach",
}  # fmt: skip
ESTATICOS = {
    "Object": {"assign", "entries", "values", "fromEntries", "is", "getOwnPropertyDescriptors", "hasOwn"},
    "Array": {"from", "of"},
    "Number": {"isInteger", "isNaN", "isFinite", "isSafeInteger", "parseInt", "parseFloat", "EPSILON"},
    "Math": {"trunc", "sign", "hypot", "log2", "log10", "cbrt", "clz32", "fround", "imul"},
    "String": {"raw", "fromCodePoint"},
    "document": {"currentScript", "scrollingElement"},
}
METODOS = {
    "closest", "matches", "includes", "startsWith", "endsWith", "repeat", "padStart", "padEnd", "find", "findIndex",
    "findLast", "fill", "flat", "flatMap", "at", "replaceAll", "matchAll", "trimStart", "trimEnd", "codePointAt",
    "normalize", "replaceWith", "replaceChildren", "prepend", "before", "after", "toggleAttribute",
    "getAttributeNames", "requestSubmit", "reportValidity", "animate", "composedPath", "getRootNode",
    "insertAdjacentElementNode", "scrollTo", "scrollBy", "finally", "toSorted", "copyWithin",
}  # fmt: skip
CONSTRUCTORES = {
    "Event", "CustomEvent", "MouseEvent", "KeyboardEvent", "InputEvent", "FocusEvent", "SubmitEvent", "File",
    "DOMParserStream",
}  # fmt: skip
DE_NODOS = {"querySelectorAll", "getElementsByClassName", "getElementsByTagName", "getElementsByName"}
COLECCIONES = {"children", "childNodes", "elements", "options", "files", "labels"}
PERMISO = re.compile(r"\bcompat:\s*\S+")


def revisar(texto: str) -> list[str]:
    """Las faltas de un guion, con su renglón."""
    try:
        arbol = esprima.parseScript(texto, {"loc": True})
    except esprima.Error as falla:
        return [f"{falla.lineNumber}: no es ES5: {falla.message}"]
    renglones = texto.splitlines()
    faltas: set[tuple[int, str]] = set()
    for nodo in _nodos(arbol):
        renglon = nodo.loc.start.line if nodo.loc else 0
        faltas |= {(renglon, falta) for falta in _sintaxis(nodo)}
        if not _permitido(renglones, renglon):
            faltas |= {(renglon, falta) for falta in _funciones(nodo)}
    return [f"{renglon}: {falta}" for renglon, falta in sorted(faltas)]


def _permitido(renglones: list[str], renglon: int) -> bool:
    cercanos = renglones[max(0, renglon - 2) : renglon]
    return any(PERMISO.search(texto) for texto in cercanos)


def _nodos(nodo: Any) -> Iterator[Any]:
    if isinstance(nodo, list):
        for hijo in nodo:
            yield from _nodos(hijo)
    elif isinstance(nodo, esprima.nodes.Node):
        yield nodo
        for clave, hijo in vars(nodo).items():
            if clave not in ("loc", "range"):
                yield from _nodos(hijo)


def _sintaxis(nodo: Any) -> Iterator[str]:
    if nodo.type not in NODOS:
        yield f"sintaxis posterior a ES5: {nodo.type}"
    elif nodo.type == "VariableDeclaration" and nodo.kind != "var":
        yield f"sintaxis posterior a ES5: {nodo.kind}"
    elif nodo.type == "Property" and (nodo.shorthand or nodo.computed or nodo.method):
        yield "sintaxis posterior a ES5: propiedad abreviada"
    elif nodo.type.startswith("Function") and (nodo.generator or getattr(nodo, "isAsync", False)):
        yield "sintaxis posterior a ES5: función generadora o asíncrona"
    elif nodo.type == "Literal" and nodo.regex and set(nodo.regex.flags) - set("gim"):
        yield f"bandera de expresión regular posterior a ES5: {nodo.regex.flags}"
    elif nodo.type == "Literal" and re.match(r"0[bBoO]", str(nodo.raw or "")):
        yield f"número posterior a ES5: {nodo.raw}"
    elif getattr(nodo, "operator", None) in ("**", "**="):
        yield "sintaxis posterior a ES5: **"


def _nombre(nodo: Any) -> str:
    if nodo is None:
        return ""
    if nodo.type == "Identifier":
        return str(nodo.name)
    if nodo.type.endswith("MemberExpression") and nodo.property.type == "Identifier":
        return str(nodo.property.name)
    return ""


def _funciones(nodo: Any) -> Iterator[str]:
    if nodo.type == "NewExpression" and _nombre(nodo.callee) in GLOBALES | CONSTRUCTORES:
        yield f"falta en IE 11: new {_nombre(nodo.callee)}"
    if nodo.type.endswith("MemberExpression"):
        dueño, propio = _nombre(nodo.object), _nombre(nodo)
        if propio in ESTATICOS.get(dueño, ()) or (dueño == "window" and propio in GLOBALES):
            yield f"falta en IE 11: {dueño}.{propio}"
    if nodo.type == "CallExpression":
        yield from _llamada(nodo)


def _llamada(nodo: Any) -> Iterator[str]:
    funcion, propio = nodo.callee, _nombre(nodo.callee)
    if funcion.type == "Identifier":
        if propio in GLOBALES:
            yield f"falta en IE 11: {propio}()"
        return
    if not funcion.type.endswith("MemberExpression"):
        return
    dueño = _nombre(funcion.object)
    if propio in METODOS:
        yield f"falta en IE 11: .{propio}()"
    elif dueño == "Promise":
        yield f"falta en IE 11: Promise.{propio}()"
    elif propio == "remove" and dueño != "classList" and not nodo.arguments:
        yield "falta en IE 11: .remove(); usa parentNode.removeChild()"
    elif propio == "forEach" and _son_nodos(funcion.object):
        yield "falta en IE 11: NodeList.forEach()"
    elif dueño == "classList" and len(nodo.arguments) > 1:
        yield f"falta en IE 11: classList.{propio}() con dos argumentos"
    elif propio == "scrollIntoView" and nodo.arguments and nodo.arguments[0].type == "ObjectExpression":
        yield "falta en IE 11: scrollIntoView() con opciones"
    elif propio == "addEventListener" and len(nodo.arguments) > 2 and nodo.arguments[2].type == "ObjectExpression":
        yield "falta en IE 11: addEventListener() con opciones"


def _son_nodos(nodo: Any) -> bool:
    if nodo.type == "CallExpression":
        return _nombre(nodo.callee) in DE_NODOS
    return _nombre(nodo) in COLECCIONES
