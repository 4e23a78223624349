/**
 * The sections of a report: answer, steps, classes, segments, breaches and configuration.
 *
 * <p>In: the report model. Out: document blocks.
 *
 * <p>Begin with {@link AnswerSection}.
 */
@NullMarked
package io.tidemark.reports.section;

import org.jspecify.annotations.NullMarked;
