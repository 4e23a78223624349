package io.tidemark.app.team;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.errors.AuthorizationException;
import org.assertj.core.api.SoftAssertions;

/** Tries every cell of {@link IsolationMatrix} and compares it with what the rights of each kind say. */
final class IsolationAttempts {
    private IsolationAttempts() {}

    /** A record in each topic. */
    static void writeWhatIsRead(Team team, PrincipalClients admin) throws Throwable {
        for (Topic topic : Topic.values()) {
            admin.write(topic.in(team));
        }
    }

    /**
     * Tries all and fails on each cell that is not as it should be.
     *
     * @param users by {@code TEAM-KIND}: three of the team, three of another, one of none, in this order
     * @return the table as Markdown
     */
    static String on(Team team, Map<String, PrincipalClients> users) throws Throwable {
        SoftAssertions cells = new SoftAssertions();
        StringBuilder table = new StringBuilder(
                "| resource of a team | attempt | its producer | its reader | its service | another team's | no team's |\n|---|---|---|---|---|---|---|");
        for (IsolationMatrix.Row row : IsolationMatrix.of(team)) {
            Map<String, Boolean> outcomes = new LinkedHashMap<>();
            for (Map.Entry<String, PrincipalClients> user : users.entrySet()) {
                boolean expected = Arrays.stream(PrincipalKind.values())
                        .anyMatch(kind ->
                                row.allowed().contains(kind) && user.getKey().equals(team + "-" + kind.word()));
                boolean done = isDone(row, user.getKey(), user.getValue());
                cells.assertThat(done)
                        .as("%s may %s: %s", user.getKey(), row.verb(), row.resource())
                        .isEqualTo(expected);
                outcomes.put(user.getKey(), done);
            }
            table.append(line(row, outcomes));
        }
        cells.assertAll();
        return table.toString();
    }

    /** A refusal is one of the authorizer; a time-out, or any other failure, is no answer. */
    private static boolean isDone(IsolationMatrix.Row row, String name, PrincipalClients user) {
        try {
            row.attempt().by(user);
            return true;
        } catch (Throwable failure) {
            for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
                if (cause instanceof AuthorizationException) {
                    return false;
                }
            }
            throw new AssertionError(name + " tried to " + row.verb() + ": " + row.resource(), failure);
        }
    }

    private static String line(IsolationMatrix.Row row, Map<String, Boolean> outcomes) {
        List<Boolean> all = List.copyOf(outcomes.values());
        boolean anotherTeam = all.subList(3, 6).contains(true);
        return "\n| " + row.resource() + " | " + row.verb() + " | " + word(all.get(0)) + " | " + word(all.get(1))
                + " | " + word(all.get(2)) + " | " + word(anotherTeam) + " | " + word(all.get(6)) + " |";
    }

    private static String word(boolean done) {
        return done ? "**yes**" : "refused";
    }
}
