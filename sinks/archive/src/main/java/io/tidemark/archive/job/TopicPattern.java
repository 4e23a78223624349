package io.tidemark.archive.job;

import io.tidemark.archive.format.Dataset;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Which topics a job reads: a pattern, so that a team whose topics come later is archived without a restart. */
public final class TopicPattern {
    private static final String ANY_TEAM = "[a-z0-9-]{1,32}";

    private TopicPattern() {}

    public static Pattern pattern(Set<Team> teams) {
        String names = teams.isEmpty()
                ? ANY_TEAM
                : teams.stream().map(Team::name).sorted().collect(Collectors.joining("|", "(", ")"));
        String streams = Dataset.topics().stream().map(Topic::stream).collect(Collectors.joining("|", "(", ")"));
        return Pattern.compile("tidemark\\." + names + "\\." + streams);
    }
}
