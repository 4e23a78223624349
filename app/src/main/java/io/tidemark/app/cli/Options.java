package io.tidemark.app.cli;

import io.tidemark.app.CommandException;
import io.tidemark.schemas.Team;
import java.util.function.Supplier;

/** Options that several verbs share, checked with their names. */
final class Options {
    private Options() {}

    static Team team(String name) {
        return valid("--team: ", () -> new Team(name));
    }

    /**
     * What is made of options.
     *
     * @param prefix of the message, such as the option's name where the rule's own words do not have it
     * @throws CommandException with exit code 2 and the words of the rule that they break
     */
    static <T> T valid(String prefix, Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(prefix + e.getMessage());
        }
    }
}
