package io.tidemark.cluster.registry.access;

import io.tidemark.cluster.registry.RegistryError;
import java.util.Set;

/**
 * Whom a request is from.
 *
 * @param name for logs and refusals
 */
public record Caller(String name, Set<SubjectRight> rights) {
    /** Of a registry without users. */
    public static final Caller ANYBODY = new Caller("anybody", Set.of(SubjectRight.EVERYTHING));

    public Caller {
        rights = Set.copyOf(rights);
    }

    /** As administrators may, for whom there are no limits of one user. */
    public boolean mayDoEverything() {
        return rights.contains(SubjectRight.EVERYTHING);
    }

    public boolean may(SubjectOperation operation, String subject) {
        return rights.stream().anyMatch(right -> right.allows(operation, subject));
    }

    /** @throws RegistryError 40301 if the caller may not */
    public void require(SubjectOperation operation, String subject) {
        if (!may(operation, subject)) {
            throw RegistryError.denied(name, operation.word(), subject);
        }
    }

    /** @throws RegistryError 40301 if the caller may not do it to whatever subject there is */
    public void requireOnAll(SubjectOperation operation) {
        if (rights.stream().noneMatch(right -> right.allowsOnAll(operation))) {
            throw RegistryError.denied(name, operation.word(), "*");
        }
    }
}
