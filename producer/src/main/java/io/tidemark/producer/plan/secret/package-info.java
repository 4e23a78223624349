/**
 * Secrets of a plan, which never holds one: where each is found, and the names whose values look like one.
 *
 * <p>In: sections and names of a plan. Out: a {@link SecretSource}, or whether a name is that of a secret.
 *
 * <p>Begin with {@link SecretSource}. It resolves no secret.
 */
@NullMarked
package io.tidemark.producer.plan.secret;

import org.jspecify.annotations.NullMarked;
