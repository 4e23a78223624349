package io.tidemark.app.cli;

import io.tidemark.app.CommandException;
import io.tidemark.schemas.Team;

/** Options that several verbs share, checked with their names. */
final class Options {
    private Options() {}

    static Team team(String name) {
        try {
            return new Team(name);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage("--team: " + e.getMessage());
        }
    }
}
