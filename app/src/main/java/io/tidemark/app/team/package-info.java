/**
 * What a team has on a Kafka cluster with an authorizer and in a registry with users: principals, rights, quotas, passwords.
 *
 * <p>A team and the names of its principals come in; what is missing, and the changes that make it, go out. Nothing here prints.
 *
 * <p>Begin with {@link TeamAccess}.
 */
@NullMarked
package io.tidemark.app.team;

import org.jspecify.annotations.NullMarked;
