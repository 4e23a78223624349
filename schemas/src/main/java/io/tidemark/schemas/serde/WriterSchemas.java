package io.tidemark.schemas.serde;

import static java.util.stream.Collectors.toUnmodifiableSet;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.schemas.time.NanoClock;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;

/**
 * Which ids of writers' schemas a process takes, team by team, and which it refuses for a while without asking the registry again. What
 * one team's records name takes nothing from another team. Thread-safe.
 */
final class WriterSchemas {
    /** Ids per team, of schemas of this release and the one before, and as many of others. */
    static final int MAX_IDS = 100;

    /** Of the {@link #MAX_IDS} schemas of either kind together. */
    static final int MAX_CHARACTERS = 2 << 20;

    /** Refused ids per team. While there are so many, no further id is looked up. */
    static final int MAX_REFUSED = 100;

    static final Duration REFUSED_FOR = Duration.ofSeconds(30);

    private static final Set<String> KNOWN_FORMS = Arrays.stream(Topic.values())
            .flatMap(topic -> topic.schema().stream())
            .flatMap(schema ->
                    Stream.concat(Stream.of(schema), ReleaseBefore.CURRENT.schema(schema.getFullName()).stream()))
            .map(SchemaNormalization::toParsingForm)
            .collect(toUnmodifiableSet());

    private final NanoClock clock;
    private final Map<String, OfTeam> teams = new HashMap<>();

    /** The exception for a record at some position. */
    interface Refusal extends Function<RecordPosition, EventDecodeException> {}

    private record RefusedUntil(long nanos, Refusal refusal) {}

    /**
     * Of one team.
     *
     * @param known characters of the schemas of this release and the one before, by id
     * @param others the same of all others
     */
    private record OfTeam(
            Map<Integer, Integer> known, Map<Integer, Integer> others, LinkedHashMap<Integer, RefusedUntil> refused) {
        boolean hasTaken(int id) {
            return known.containsKey(id) || others.containsKey(id);
        }
    }

    WriterSchemas(NanoClock clock) {
        this.clock = clock;
    }

    /** @throws EventDecodeException if the id is refused, or the team has no look-up left */
    synchronized void requireNotRefused(int id, RecordPosition position) {
        OfTeam team = team(position);
        if (team.hasTaken(id)) {
            return;
        }
        long now = clock.nanos();
        Iterator<RefusedUntil> oldest = team.refused.values().iterator();
        while (oldest.hasNext() && oldest.next().nanos - now <= 0) {
            oldest.remove();
        }
        RefusedUntil refused = team.refused.get(id);
        if (refused != null) {
            throw refused.refusal.apply(position);
        }
        if (team.refused.size() >= MAX_REFUSED) {
            throw new EventDecodeException.UnknownSchemaId(
                    position,
                    "schema id " + id + " is not looked up: records of the team named " + MAX_REFUSED + " ids within "
                            + REFUSED_FOR.toSeconds() + " s that are refused");
        }
    }

    /** The exception that this and the next records with the id get. */
    synchronized EventDecodeException refuse(int id, RecordPosition position, Refusal refusal) {
        team(position).refused.putIfAbsent(id, new RefusedUntil(clock.nanos() + REFUSED_FOR.toNanos(), refusal));
        return refusal.apply(position);
    }

    /**
     * Takes a schema before a reader is made for it.
     *
     * @throws EventDecodeException if it is over a limit
     */
    synchronized void take(int id, Schema schema, String text, RecordPosition position) {
        OfTeam team = team(position);
        if (team.hasTaken(id)) {
            return;
        }
        Optional<String> broken = WriterSchemaLimits.broken(schema, text);
        if (broken.isPresent()) {
            throw refuse(
                    id,
                    position,
                    at -> new EventDecodeException.WrongSchema(
                            at, "schema " + id + " is over a limit of writers' schemas: " + broken.get()));
        }
        boolean isKnown = KNOWN_FORMS.contains(SchemaNormalization.toParsingForm(schema));
        Map<Integer, Integer> taken = isKnown ? team.known : team.others;
        boolean isFull = taken.size() >= MAX_IDS;
        int characters = text.length()
                + taken.values().stream().mapToInt(Integer::intValue).sum();
        if (isFull || characters > MAX_CHARACTERS) {
            throw refuse(
                    id,
                    position,
                    at -> new EventDecodeException.WrongSchema(
                            at,
                            "schema " + id + " is one too many: this process reads at most "
                                    + (isFull ? MAX_IDS + " schemas" : MAX_CHARACTERS + " characters of schemas")
                                    + " of a team" + (isKnown ? "" : " that are not of its release")));
        }
        taken.put(id, text.length());
    }

    private OfTeam team(RecordPosition position) {
        String owner = Team.owner(position.topic()).map(Team::name).orElse(position.topic());
        return teams.computeIfAbsent(
                owner, name -> new OfTeam(new HashMap<>(), new HashMap<>(), new LinkedHashMap<>()));
    }
}
