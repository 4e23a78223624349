/**
 * A document model and its HTML, Markdown and terminal renderers.
 *
 * <p>In: sections of tables, paragraphs and figures. Out: one text for each form; the renderers escape all input.
 *
 * <p>Begin with {@link Document}.
 */
@NullMarked
package io.tidemark.reports.document;

import org.jspecify.annotations.NullMarked;
