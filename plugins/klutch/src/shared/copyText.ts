/** Copies text to the clipboard, also on pages that are served without HTTPS. */

/**
 * Fallback for pages outside of secure contexts, where browsers have no `navigator.clipboard`. Copies a selection
 * instead of the content of a text area, because open dialogs trap the focus.
 */
function copyBySelection(text: string): boolean {
  const element = document.createElement('span');
  element.textContent = text;
  element.style.cssText =
    'position: fixed; top: 0; opacity: 0; white-space: pre; user-select: text;';
  // Without this handler the clipboard would also contain the element's markup.
  element.addEventListener('copy', event => {
    event.preventDefault();
    event.stopPropagation();
    event.clipboardData?.setData('text/plain', text);
  });
  document.body.append(element);
  const selection = document.getSelection();
  try {
    selection?.selectAllChildren(element);
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    selection?.removeAllRanges();
    element.remove();
  }
}

/** Copies the text; resolves to whether copying succeeded. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}
