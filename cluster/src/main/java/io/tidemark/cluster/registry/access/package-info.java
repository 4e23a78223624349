/**
 * Who may do what with which subjects: the users of a registry, their passwords and their rights.
 *
 * <p>A file of users and the credentials of a request come in; a caller with rights, or a refusal, goes out.
 *
 * <p>Begin with {@link RegistryUsers}.
 */
@NullMarked
package io.tidemark.cluster.registry.access;

import org.jspecify.annotations.NullMarked;
