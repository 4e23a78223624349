/**
 * {@code admin audit}: who changed what.
 *
 * <p>Options and a store come in; lines or JSON go out.
 *
 * <p>Begin with {@link AuditCommand}.
 */
@NullMarked
package io.tidemark.app.cli.audit;

import org.jspecify.annotations.NullMarked;
