interface ErrorContentProps {
  text: { title: string; body: string; tryAgain: string };
  onRetry: () => void;
}

/** The content of a page that failed. It uses no other components, because every page loads its script in advance. */
export function ErrorContent({ text: { title, body, tryAgain }, onRetry }: ErrorContentProps) {
  return (
    <div role="alert" className="measure pt-8">
      <h1 className="text-title">{title}</h1>
      <p className="py-6 text-lead text-soft">{body}</p>
      <button
        type="button"
        onClick={onRetry}
        className="min-h-11 rounded-control border border-edge px-5 font-medium hover:border-ink hover:bg-sunk"
      >
        {tryAgain}
      </button>
    </div>
  );
}
