/**
 * The first process of a container: gives each verb the flags of the JVM that {@code bin/tidemark} gives it, where there is no shell.
 *
 * <p>In: the arguments, {@code bin/jvm/verbs} of the installation. Out: the verb in this JVM or in one with other flags. It knows no verb.
 *
 * <p>Begin with {@link io.tidemark.app.container.ContainerMain}.
 */
@NullMarked
package io.tidemark.app.container;

import org.jspecify.annotations.NullMarked;
