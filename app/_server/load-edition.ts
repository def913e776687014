import { notFound } from 'next/navigation';
import { readOrNull } from '@/app/_server/page-context';
import { getStaffPage } from '@/app/_server/staff-page';

/** Loads the edition of a path. Responds with 404 for an unknown one, and unless the user has the product role. */
export async function loadEdition(params: Promise<{ id: string }>) {
  const page = await getStaffPage('catalog');
  const { id } = await params;
  const edition = (await readOrNull(page.getEdition(id))) ?? notFound();
  const [notes, reviewers] = await Promise.all([page.listEditionNotes(id), page.listReviewers()]);
  return { app: page.app, edition, review: { edition, notes, reviewers } };
}
