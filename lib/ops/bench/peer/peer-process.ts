import { buildPeer } from './peer';

// Its log goes where the service's goes: it is written and thrown away.
const server = buildPeer(String(process.env.DATABASE_URL), { log: true });
const stop = () => server.close().then(() => process.exit());
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
process.once('disconnect', stop);
await server.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
process.send?.('ready');
