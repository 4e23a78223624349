/**
 * The section on measurement validity: whether the figures of a report are reliable.
 *
 * <p>In: the report model. Out: warnings and tables on client error, load, publishing and imports.
 *
 * <p>Begin with {@link ValiditySection}.
 */
@NullMarked
package io.tidemark.reports.validity;

import org.jspecify.annotations.NullMarked;
