/** Loads on the first call and keeps what came. A load that fails is tried again by the next call. */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null;
  return () => {
    if (loading === null) {
      loading = load();
      loading.catch(() => (loading = null));
    }
    return loading;
  };
}
