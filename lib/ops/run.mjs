// Every command an operator runs starts here: `node lib/ops/run.mjs NAME [args]`.
// Nothing may be installed yet, so this file and bootstrap/ use Node alone. Progress goes to stderr;
// stdout belongs to the command.

const oldest = { major: 20, minor: 19 };

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < oldest.major || (major === oldest.major && minor < oldest.minor)) {
  console.error(
    `App Versions needs Node ${oldest.major}.${oldest.minor} or newer; this is ${process.version}.`,
  );
  process.exit(1);
}

// Loaded only now, so that an older Node gets the line above and not a syntax error.
const { bootstrap } = await import('./bootstrap/bootstrap.mjs');
await bootstrap(process.argv.slice(2));
