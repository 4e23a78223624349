package io.tidemark.cluster.registry.access;

import java.util.Collection;
import java.util.NavigableSet;
import java.util.TreeSet;

/** A user with a password and rights. */
public record RegistryUser(PasswordHash password, NavigableSet<SubjectRight> rights) {
    public RegistryUser {
        rights = new TreeSet<>(rights);
    }

    public RegistryUser(PasswordHash password, Collection<SubjectRight> rights) {
        this(password, new TreeSet<>(rights));
    }

    public RegistryUser with(SubjectRight right) {
        TreeSet<SubjectRight> more = new TreeSet<>(rights);
        more.add(right);
        return new RegistryUser(password, more);
    }

    public RegistryUser without(SubjectRight right) {
        TreeSet<SubjectRight> fewer = new TreeSet<>(rights);
        fewer.remove(right);
        return new RegistryUser(password, fewer);
    }
}
