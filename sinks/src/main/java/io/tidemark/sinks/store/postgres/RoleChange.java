package io.tidemark.sinks.store.postgres;

import java.util.List;

/**
 * Something that a store's server lacks, or has of a team that is to go.
 *
 * @param made whether it is made; else it is taken away
 * @param thing what it is, in a word
 * @param name of it
 * @param sql statements that change it, each without a semicolon at its end
 */
public record RoleChange(boolean made, String thing, String name, List<String> sql) {
    /** What a change of a database role calls it; one that is made gets a password. */
    static final String ROLE = "role";

    public RoleChange {
        sql = List.copyOf(sql);
    }

    /** Whether it makes a database role, which may get a password. */
    public boolean makesRole() {
        return made && thing.equals(ROLE);
    }
}
