package io.tidemark.app.cli.shared;

import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.schemas.Team;
import java.util.function.Supplier;

/** Options that several verbs share, checked with their names. */
public final class OptionParser {
    private OptionParser() {}

    public static Team team(String name) {
        return parse("--team: ", () -> new Team(name));
    }

    /**
     * What is made of options.
     *
     * @param prefix of the message, such as the option's name where the rule's own words do not have it
     * @throws InvalidInputException with the rule that they break
     */
    public static <T> T parse(String prefix, Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException(prefix + e.getMessage());
        }
    }
}
