/** A receiver that checks signatures, for the empty state. `npm install standardwebhooks` is all that it needs. */
export const receiverExample = `import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
createServer(async (request, response) => {
  const respond = (status) => response.writeHead(status).end();
  try {
    const body = await text(request);
    const event = webhook.verify(body, request.headers);
    console.log(event.type, event.account_id);
    respond(204);
  } catch {
    respond(400);
  }
}).listen(process.env.PORT ?? 4000);
`;
