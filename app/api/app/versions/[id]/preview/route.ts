import { json } from '@/lib/http/answer';
import { endpoint, handle } from '@/lib/http/endpoint';
import { presentPreview } from '@/lib/http/present/switch';
import { requireAccount } from '@/lib/versions/caller';
import { previewSwitch } from '@/lib/versions/preview-switch';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint('/api/app/versions/:id/preview', {
  GET: handle({
    allow: requireAccount,
    answer: async ({ service, caller, params }) => {
      const outlook = await previewSwitch(service, caller, String(params.id));
      return json(presentPreview(outlook), { ETag: `"${outlook.revision}"` });
    },
  }),
});
