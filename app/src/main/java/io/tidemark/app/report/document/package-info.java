/**
 * A document as blocks of words, tables and figures, and its three forms: terminal, Markdown and HTML. It must not know what the words are
 * about.
 */
@NullMarked
package io.tidemark.app.report.document;

import org.jspecify.annotations.NullMarked;
