/** Rows of a page of most lists: rendering more delays what people do on the page. */
export const pageSize = 25;
