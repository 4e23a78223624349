package io.tidemark.faults.soak;

import io.tidemark.schemas.Team;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Holds what the store says against what was sent: sums of its own of each window, count of requests, results of steps and segments, breaches
 * of spells in which the server was slow, comparisons of phases. It reads the store as any reader does. Not thread-safe.
 */
final class StoreOracle implements AutoCloseable {
    private static final int[] LENGTHS = {10, 60, 300};
    private static final int LONGEST = 300;
    private static final int MAX_TOLD = 50;
    /** A spell's breach opens as soon as a window is bad, and closes when the last bad second has left it. */
    private static final int BREACH_SLACK_SECONDS = 12;
    /** What the server does in a shorter spell may be within the objective. */
    static final int MIN_SPELL_SECONDS = 30;

    private final Connection connection;
    private final Team team;
    private final Map<String, Long> checkedUntil = new HashMap<>();
    private final Map<Kind, Tally> tallies = new HashMap<>();
    private final List<String> told = new ArrayList<>();

    /** What is checked. */
    enum Kind {
        WINDOWS,
        REQUESTS,
        STEPS,
        SEGMENTS,
        BREACHES,
        COMPARISONS
    }

    /** How many were checked, and what was amiss. */
    record Tally(long checked, long missing, long wrong, long doubled) {
        static final Tally NONE = new Tally(0, 0, 0, 0);

        Tally plus(Tally other) {
            return new Tally(
                    checked + other.checked, missing + other.missing, wrong + other.wrong, doubled + other.doubled);
        }

        boolean isClean() {
            return missing == 0 && wrong == 0 && doubled == 0;
        }
    }

    /** A time in which every answer is slower than the objective allows. */
    record Spell(long from, long until) {
        boolean isWithin(SoakRun.Plan plan) {
            return from >= plan.from() + LONGEST && until + LONGEST <= plan.until();
        }

        boolean touches(SoakRun.Plan plan) {
            return from < plan.until() && until > plan.from();
        }
    }

    StoreOracle(Path store, Team team) throws SQLException {
        this.connection = DriverManager.getConnection("jdbc:sqlite:" + store);
        this.team = team;
    }

    Map<Kind, Tally> tallies() {
        return Map.copyOf(tallies);
    }

    List<String> told() {
        return List.copyOf(told);
    }

    boolean isClean() {
        return tallies.values().stream().allMatch(Tally::isClean);
    }

    private void count(Kind kind, Tally more) {
        tallies.merge(kind, more, Tally::plus);
    }

    private void tell(String description) {
        if (told.size() < MAX_TOLD) {
            told.add(description);
            System.out.println("soak: WRONG: " + description);
        }
    }

    private static long micros(long second) {
        Instant at = LoadEvents.EPOCH.plusSeconds(second);
        return Duration.between(Instant.EPOCH, at).toMillis() * 1_000;
    }

    private static long second(long micros) {
        return Math.floorDiv(micros - micros(0), 1_000_000L);
    }

    /** Windows and requests of a run up to a second, each once. */
    void check(SoakRun run, long before) throws SQLException {
        SoakRun.Plan plan = run.plan();
        long from = checkedUntil.getOrDefault(plan.run(), plan.from());
        long until = Math.min(before, plan.until());
        if (until <= from) {
            return;
        }
        for (int length : LENGTHS) {
            windows(run, new Part("E2E", length, from, until));
            windows(run, new Part("TTFT", length, from, until));
        }
        requests(run, from, until);
        checkedUntil.put(plan.run(), until);
        if (plan.segmentSeconds() == 0) {
            run.delivered().forgetBefore(Math.min(plan.from(), until - LONGEST));
        } else {
            run.delivered().forgetBefore(until - Math.max(LONGEST, 2L * plan.segmentSeconds()));
        }
    }

    /** Windows of a metric that end after one second and up to another. */
    private record Part(String metric, int length, long from, long until) {}

    private record Stored(long count, long sumNanos, String finality) {}

    private void windows(SoakRun run, Part part) throws SQLException {
        Map<Long, Stored> stored = stored(run.plan().run(), part);
        for (long end = part.from + 1; end <= part.until; end++) {
            SoakRun.Sums expected = run.delivered().between(end - part.length, end);
            Stored found = stored.remove(end);
            if (found == null) {
                if (run.delivered().at(end - 1).isPresent()) {
                    count(Kind.WINDOWS, new Tally(1, 1, 0, 0));
                    tell(run.plan().run() + " " + part + " to " + end + " is missing");
                }
                continue;
            }
            long sum = part.metric.equals("E2E") ? expected.e2eNanos() : expected.ttftNanos();
            boolean right =
                    found.count == expected.count() && found.sumNanos == sum && !found.finality.equals("PROVISIONAL");
            count(Kind.WINDOWS, new Tally(1, 0, right ? 0 : 1, 0));
            if (!right) {
                tell(run.plan().run() + " " + part + " to " + end + " is " + found + " and should be " + expected);
            }
        }
    }

    private Map<Long, Stored> stored(String run, Part part) throws SQLException {
        Map<Long, Stored> stored = new HashMap<>();
        try (PreparedStatement query = connection.prepareStatement(
                "SELECT end_micros, count, sum_nanos, finality FROM window_stats WHERE team = ? AND run = ?"
                        + " AND metric = ? AND window_seconds = ? AND request_class = 'all' AND step = 0"
                        + " AND target = ? AND end_micros > ? AND end_micros <= ?")) {
            bind(query, run, part.metric, part.length, LoadEvents.TARGET, micros(part.from), micros(part.until));
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    stored.put(second(row.getLong(1)), new Stored(row.getLong(2), row.getLong(3), row.getString(4)));
                }
            }
        }
        return stored;
    }

    private void bind(PreparedStatement query, String run, Object... more) throws SQLException {
        query.setString(1, team.name());
        query.setString(2, run);
        for (int i = 0; i < more.length; i++) {
            query.setObject(3 + i, more[i]);
        }
    }

    /** A request has a row for each number of its lane, whatever was sent twice. */
    private void requests(SoakRun run, long from, long until) throws SQLException {
        long expected = run.delivered().between(from, until).count();
        long found = 0;
        long distinct = 0;
        try (PreparedStatement query = connection.prepareStatement(
                "SELECT COUNT(*), COUNT(DISTINCT request) FROM requests WHERE team = ? AND run = ? AND lane = ?"
                        + " AND lane_seq >= ? AND lane_seq < ?")) {
            // A run sends one request a second, numbered from its first second on.
            bind(
                    query,
                    run.plan().run(),
                    LoadEvents.LANE,
                    from - run.plan().from(),
                    until - run.plan().from());
            try (ResultSet row = query.executeQuery()) {
                row.next();
                found = row.getLong(1);
                distinct = row.getLong(2);
            }
        }
        count(
                Kind.REQUESTS,
                new Tally(
                        expected,
                        Math.max(0, expected - distinct),
                        Math.max(0, distinct - expected),
                        found - distinct));
        if (found != expected || distinct != expected) {
            tell(run.plan().run() + " has " + found + " requests, " + distinct + " of them distinct, in [" + from + ", "
                    + until + ") and should have " + expected);
        }
    }

    /** The result of a run that ended, and that it is known to have ended. */
    void checkStep(SoakRun run) throws SQLException {
        String status = "";
        try (PreparedStatement query =
                connection.prepareStatement("SELECT status FROM run_overview WHERE team = ? AND run = ?")) {
            bind(query, run.plan().run());
            try (ResultSet row = query.executeQuery()) {
                status = row.next() ? row.getString(1) : "not there";
            }
        }
        if (!status.equals("ENDED")) {
            count(Kind.STEPS, new Tally(0, 0, 1, 0));
            tell(run.plan().run() + " has ended and is " + status);
        }
        try (PreparedStatement query = connection.prepareStatement(
                "SELECT due, ok, finality FROM step_results WHERE team = ? AND run = ? AND request_class = 'all'")) {
            bind(query, run.plan().run());
            checkResult(query, Kind.STEPS, run.plan().run(), run.delivered().all());
        }
    }

    /** The result of a segment that ended. */
    void checkSegment(SoakRun run, int segment) throws SQLException {
        SoakRun.Plan plan = run.plan();
        long from = plan.from() + (long) segment * plan.segmentSeconds();
        long until = Math.min(plan.until(), from + plan.segmentSeconds());
        try (PreparedStatement query =
                connection.prepareStatement("SELECT due, ok, finality FROM segment_results WHERE team = ? AND run = ?"
                        + " AND segment = ? AND request_class = 'all'")) {
            bind(query, plan.run(), segment);
            long expected = run.delivered().between(from, until).count();
            checkResult(query, Kind.SEGMENTS, plan.run() + " segment " + segment, expected);
        }
    }

    private void checkResult(PreparedStatement query, Kind kind, String name, long expected) throws SQLException {
        int rows = 0;
        boolean right = true;
        String said = "nothing";
        try (ResultSet row = query.executeQuery()) {
            while (row.next()) {
                rows++;
                said = row.getLong(1) + " due, " + row.getLong(2) + " ok, " + row.getString(3);
                right = row.getLong(1) == expected
                        && row.getLong(2) == expected
                        && !row.getString(3).equals("PROVISIONAL");
            }
        }
        count(kind, new Tally(1, rows == 0 ? 1 : 0, right ? 0 : 1, Math.max(0, rows - 1)));
        if (rows != 1 || !right) {
            tell(name + " has " + rows + " results, the last with " + said + ", and should have one of " + expected);
        }
    }

    /** Breaches of a run that opened between two seconds: one for each spell, closed again, and none besides. */
    void checkBreaches(SoakRun.Plan plan, List<Spell> spells, long from, long until) throws SQLException {
        Map<Spell, Integer> closed = new HashMap<>();
        try (PreparedStatement query = connection.prepareStatement(
                "SELECT breach, state, opened_micros, closed_micros FROM breaches WHERE team = ? AND run = ?"
                        + " AND opened_micros >= ? AND opened_micros < ? ORDER BY opened_micros")) {
            bind(query, plan.run(), micros(from), micros(until));
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    long opened = second(row.getLong(3));
                    String state = row.getString(2);
                    if (state.equals("RETRACTED")) {
                        continue;
                    }
                    List<Spell> its = spells.stream()
                            .filter(spell ->
                                    opened >= spell.from() - 1 && opened <= spell.until() + BREACH_SLACK_SECONDS)
                            .toList();
                    boolean right = its.size() == 1 && state.equals("CLOSED");
                    its.forEach(spell -> closed.merge(spell, 1, Integer::sum));
                    if (!right) {
                        count(Kind.BREACHES, new Tally(1, 0, 1, 0));
                        tell(plan.run() + " breach " + row.getString(1) + " of second " + opened + " is " + state
                                + " and belongs to " + its);
                    }
                }
            }
        }
        for (Spell spell : spells) {
            if (spell.isWithin(plan) && spell.from() >= from && spell.until() < until) {
                int found = closed.getOrDefault(spell, 0);
                count(Kind.BREACHES, new Tally(1, found == 0 ? 1 : 0, 0, Math.max(0, found - 1)));
                if (found != 1) {
                    tell(plan.run() + " has " + found + " breaches of " + spell);
                }
            }
        }
    }

    /** Each phase of an experiment but its base is compared with the base. */
    void checkComparisons(String experiment, Set<String> phases, String base) throws SQLException {
        Set<String> compared = new HashSet<>();
        try (PreparedStatement query = connection.prepareStatement("SELECT DISTINCT candidate_phase FROM regressions"
                + " WHERE team = ? AND experiment = ? AND base_phase = ?")) {
            bind(query, experiment, base);
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    compared.add(row.getString(1));
                }
            }
        }
        Set<String> expected = new HashSet<>(phases);
        expected.remove(base);
        Set<String> missing = new HashSet<>(expected);
        missing.removeAll(compared);
        Set<String> others = new HashSet<>(compared);
        others.removeAll(expected);
        count(Kind.COMPARISONS, new Tally(expected.size(), missing.size(), others.size(), 0));
        if (!missing.isEmpty() || !others.isEmpty()) {
            tell(experiment + " is not compared: " + missing + ", and compared besides: " + others);
        }
    }

    String description() {
        return new TreeMap<>(tallies)
                .entrySet().stream()
                        .map(entry -> String.format(
                                Locale.ROOT,
                                "%s %,d: %d missing, %d wrong, %d doubled",
                                entry.getKey().name().toLowerCase(Locale.ROOT),
                                entry.getValue().checked(),
                                entry.getValue().missing(),
                                entry.getValue().wrong(),
                                entry.getValue().doubled()))
                        .collect(Collectors.joining("; "));
    }

    /** Rows of a table. */
    long rows(String table) throws SQLException {
        return number("SELECT COUNT(*) FROM " + table);
    }

    /** Bytes of the file that are in use. */
    long usedBytes() throws SQLException {
        return (number("PRAGMA page_count") - number("PRAGMA freelist_count")) * number("PRAGMA page_size");
    }

    private long number(String question) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(question);
                ResultSet row = query.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    void forget(String run) {
        checkedUntil.remove(run);
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
