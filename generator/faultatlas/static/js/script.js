// The ticked checks as a shell script. The text of records goes into comments and quotes only, on one line each.

const SHELL_VARIABLE = /\$\{?([A-Za-z_][A-Za-z0-9_]*)/g;

// Addresses set aside for documentation (RFC 5737): they stand for one of the reader's own.
const STAND_IN = /\b(?:192\.0\.2|198\.51\.100|203\.0\.113)\.\d{1,3}\b/;

const oneLine = (text) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
const quoted = (text) => `'${oneLine(text).replaceAll("'", "'\\''")}'`;

export const variables = (command) => [...new Set([...command.matchAll(SHELL_VARIABLE)].map((match) => match[1]))];

const comment = (label, text) => (text ? [`#   ${label}: ${oneLine(text)}`] : []);

const readings = (check) => check.readings.flatMap(({ failure, step, expect, otherwise }) => [
  `# ${failure}: ${oneLine(step)}`,
  ...comment("supports it", expect),
  ...comment("against it", otherwise),
]);

const guarded = (run, names) => {
  const unset = names.map((name) => `[ -z "\${${name}:-}" ]`).join(" || ");
  return [`if ${unset}; then`, `  echo ${quoted(`skipped: set ${names.join(" and ")} first`)}`, "else", `  ${run}`, "fi"];
};

const lines = (check, place) => {
  const run = oneLine(check.run);
  const names = variables(run);
  return [
    "",
    `# --- ${place + 1}`,
    ...readings(check),
    ...comment("needs", check.needs.join(", ")),
    ...(STAND_IN.test(run) ? comment("replace", "the address stands for one of yours") : []),
    "echo",
    `echo ${quoted(`+ ${run}`)}`,
    ...(names.length ? guarded(run, names) : [run]),
  ];
};

export const script = (checks, address) => {
  const needed = [...new Set(checks.flatMap((check) => variables(check.run)))];
  return [
    "#!/bin/sh",
    "# Checks from Fault Atlas for the records listed at",
    `#   ${oneLine(address)}`,
    "# Each command only reads. They run one by one, and one that fails does not stop the rest.",
    ...(needed.length ? [`# Set these first, or the checks that use them are skipped: ${needed.join(" ")}`] : []),
    ...checks.flatMap(lines),
    "",
    "echo",
    `echo ${quoted(`${checks.length} ${checks.length === 1 ? "check" : "checks"} done. Nothing was changed.`)}`,
    "",
  ].join("\n");
};
