/** Copies text to the clipboard, also on pages that are served without HTTPS. */

/**
 * Browsers offer `navigator.clipboard` in secure contexts only. A selection is copied instead of a text area's content,
 * because dialogs take the focus away from elements outside of them.
 */
function copyBySelection(text: string): boolean {
  const element = document.createElement('span');
  element.textContent = text;
  element.style.cssText =
    'position: fixed; top: 0; opacity: 0; white-space: pre; user-select: text;';
  // Without this the clipboard would also get the element's markup.
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

/** Resolves to whether the text was copied. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}
