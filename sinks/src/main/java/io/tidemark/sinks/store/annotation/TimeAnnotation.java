package io.tidemark.sinks.store.annotation;

import io.tidemark.schemas.Team;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A mark that a user set at a time of a team, such as "new driver".
 *
 * @param id unique in the team
 * @param at the time that it is about
 * @param text what happened, 1 to {@value #MAX_LENGTH} characters
 * @param subject what it is about
 * @param by who set it
 * @param setAt when it was set
 */
public record TimeAnnotation(Team team, String id, Instant at, String text, Subject subject, String by, Instant setAt) {
    public static final int MAX_LENGTH = 200;

    private static final Pattern ID = Pattern.compile("[a-z0-9]{8,32}");

    public TimeAnnotation {
        if (!ID.matcher(id).matches()) {
            throw new IllegalArgumentException("the id of an annotation must be as " + ID + " but was \"" + id + "\"");
        }
        if (text.isBlank() || text.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("an annotation must have 1 to " + MAX_LENGTH + " characters but had "
                    + text.strip().length());
        }
    }

    /**
     * What an annotation is about; all that happens in the team where nothing is named.
     *
     * @param target where load was sent
     */
    public record Subject(Optional<String> target, Optional<String> experiment, Optional<String> run) {
        public static final Subject TEAM = new Subject(Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** Whether the other one has the same meaning. */
    public boolean saysTheSame(TimeAnnotation other) {
        return at.equals(other.at) && text.equals(other.text) && subject.equals(other.subject);
    }
}
