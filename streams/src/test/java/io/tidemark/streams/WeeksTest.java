package io.tidemark.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.MetricName;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.Topic;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.apache.avro.specific.SpecificRecord;
import org.apache.commons.math3.stat.regression.SimpleRegression;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A soak and a phase each 43 minutes beside it, each at one request a second, in virtual time, through a team's whole topology, with faults
 * drawn at random: kills, lost, late and repeated events, a broker that is away, a host clock that jumps. Every window has the count
 * that the requests give, and what is kept does not grow. {@code bench/run weeks} runs 30 days and prints the table; {@code -Dtidemark.weeks.days} says how many.
 */
@Tag("long")
class WeeksTest {
    private static final int DAYS = Integer.getInteger("tidemark.weeks.days", 3);
    private static final long SEED = Long.getLong("tidemark.weeks.seed", 7);
    private static final int DAY = 86_400;
    private static final int HOUR = 3_600;
    private static final int PERIOD = DAY / 4;
    /** Nothing is said of what comes before: runs are kept for a day after they were last heard of. */
    private static final double SETTLED_DAYS = 2;
    /** A thousand phases in 30 days. */
    private static final int PHASE_EVERY = 2_592;

    private static final int PHASE_SECONDS = 1_800;
    private static final int SCRAPE_EVERY = 5;
    /** Windows are compared when nothing of them can be on its way any more. */
    private static final int SETTLED_AFTER = 2 * HOUR;

    @TempDir
    private Path stateDir;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final TreeMap<Long, List<Runnable>> later = new TreeMap<>();
    private final List<WeeksRun> runs = new ArrayList<>();
    private final List<String> wrong = new ArrayList<>();
    private final Map<Topic, Long> records = new EnumMap<>(Topic.class);
    private final List<Period> periods = new ArrayList<>();
    private TeamDriver team;
    private long awayUntil;
    private Duration clockOffset = Duration.ZERO;
    private int kills;
    private int absences;
    private int jumps;
    private int late;
    private int repeated;
    private long lost;
    private long requests;
    private long internalBytes;

    /** What was kept at the end of a quarter of a day, and what was written in it. */
    private record Period(
            double day, long heapBytes, Map<String, Long> stateBytes, Map<Topic, Long> records, long internalBytes) {}

    @AfterEach
    void close() {
        team.close();
    }

    @Test
    void weeksGoByAndNothingGrowsOrIsWrong() {
        team = TeamDriver.at(stateDir.resolve("0"), TeamDriver.EPOCH);
        begin(new WeeksRun("01SOAK", "soak", 0, (long) DAYS * DAY));
        for (long second = 0; second < (long) DAYS * DAY; second++) {
            if (second % PHASE_EVERY == 0 && second + PHASE_SECONDS < (long) DAYS * DAY) {
                begin(new WeeksRun(
                        String.format("01PHASE%07d", second / PHASE_EVERY),
                        "phase-" + second / PHASE_EVERY,
                        second,
                        second + PHASE_SECONDS));
            }
            faults(second);
            live(second);
            if (second % HOUR == HOUR - 1) {
                check(second - SETTLED_AFTER);
            }
            if (second % PERIOD == PERIOD - 1) {
                endOfPeriod(second + 1);
            }
        }
        awayUntil = 0;
        deliverDue(Long.MAX_VALUE);
        team.pass(Duration.ofMinutes(3));
        drain();
        check(Long.MAX_VALUE);
        print();
        assertThat(wrong).as("windows").isEmpty();
        for (Slope slope : slopes()) {
            assertThat(slope.grows()).as(slope.toString()).isFalse();
        }
    }

    private void begin(WeeksRun run) {
        runs.add(run);
        run.start().forEach(event -> hand(() -> team.send(event)));
    }

    /** To Kafka, or as soon as it is back. */
    private void hand(Runnable delivery) {
        later.computeIfAbsent(awayUntil, unseen -> new ArrayList<>()).add(delivery);
    }

    private void deliverDue(long second) {
        while (!later.isEmpty() && later.firstKey() <= second) {
            later.pollFirstEntry().getValue().forEach(Runnable::run);
        }
    }

    private void live(long second) {
        for (WeeksRun run : runs) {
            if (run.isOn(second)) {
                request(run, second);
            }
        }
        if (second % SCRAPE_EVERY == 0) {
            SpecificRecord sample = Given.sample(second + 0.5, Map.of("engine.requests.waiting", (double) (second % 7)))
                    .build();
            hand(() -> team.send(sample));
        }
        deliverDue(second);
        team.advanceOnly(Duration.ofSeconds(1));
        for (WeeksRun run : runs) {
            if (run.isOn(second)) {
                SpecificRecord beat = run.beat(second, random.nextInt(4) > 0);
                hand(() -> team.send(beat));
                if (run.until() == second + 1) {
                    run.end().forEach(event -> hand(() -> team.send(event)));
                }
            }
        }
        deliverDue(second);
        if (second % 60 == 59) {
            drain();
        }
    }

    private void request(WeeksRun run, long second) {
        List<SpecificRecord> events = run.request(second, 100 + random.nextInt(200));
        requests++;
        int drawn = random.nextInt(20_000);
        if (drawn == 0) {
            run.lost(second);
            lost++;
            tell(second, "lost " + run.id());
            return;
        }
        Runnable delivery = () -> {
            events.forEach(team::send);
            run.delivered(second);
        };
        if (drawn == 1) {
            late++;
            tell(second, "late " + run.id());
            later.computeIfAbsent(Math.max(awayUntil, second + 40 + random.nextInt(200)), unseen -> new ArrayList<>())
                    .add(delivery);
            return;
        }
        hand(delivery);
        if (drawn == 2) {
            repeated++;
            hand(() -> events.forEach(team::send));
        }
    }

    private void faults(long second) {
        int drawn = random.nextInt(6 * HOUR);
        if (drawn == 0) {
            drain();
            kills++;
            tell(second, "killed");
            team = team.killed(stateDir.resolve("" + kills), hostClock(second));
            tellClock();
        } else if (drawn == 1) {
            absences++;
            awayUntil = Math.max(awayUntil, second + 10 + random.nextInt(1_200));
            tell(second, "no broker until " + awayUntil);
        } else if (drawn == 2 && clockOffset.abs().compareTo(Duration.ofHours(20)) < 0) {
            jumps++;
            Duration jump = Duration.ofSeconds(60 + random.nextInt(3_000));
            clockOffset = clockOffset.minus(jump);
            team.advanceOnly(jump);
            tellClock();
            tell(second, "the host's clock jumps by " + jump);
        }
    }

    private static void tell(long second, String fault) {
        System.out.println("weeks: second " + second + ": " + fault);
    }

    private Instant hostClock(long second) {
        return Given.at((double) second).minus(clockOffset);
    }

    private void tellClock() {
        if (!clockOffset.isZero()) {
            team.brokersAreAhead(clockOffset);
        }
    }

    private void drain() {
        for (Topic topic :
                List.of(Topic.WINDOWS, Topic.PHASES, Topic.BREACHES, Topic.REGRESSIONS, Topic.DEAD_LETTERS)) {
            if (topic == Topic.WINDOWS) {
                windows();
            } else {
                records.merge(topic, (long) team.records(topic).size(), Long::sum);
            }
        }
        internalBytes += team.internalBytes();
    }

    private void windows() {
        Map<String, WeeksRun> byId = new TreeMap<>();
        runs.forEach(run -> byId.put(run.id(), run));
        for (WindowStats window : team.read(Topic.WINDOWS, WindowStats.class)) {
            records.merge(Topic.WINDOWS, 1L, Long::sum);
            if (window.getMetric() == MetricName.E2E && byId.containsKey(window.getRun())) {
                byId.get(window.getRun()).see(window);
            }
        }
    }

    private void check(long before) {
        runs.forEach(run -> wrong.addAll(run.check(before)));
        runs.removeIf(run -> run.until() < before);
    }

    private void endOfPeriod(long second) {
        drain();
        Map<String, Long> state = new TreeMap<>();
        state.put("run-state", size(team.stores().runs()));
        state.put("target-runs", size(team.stores().targets()));
        state.put("run-figures", size(team.stores().phases()));
        periods.add(new Period(second / (double) DAY, heapInUse(), state, new EnumMap<>(records), internalBytes));
        records.clear();
        internalBytes = 0;
        System.out.printf(Locale.ROOT, "weeks: day %.2f of %d, %d wrong%n", second / (double) DAY, DAYS, wrong.size());
    }

    private static long size(Map<String, byte[]> store) {
        return store.entrySet().stream()
                .mapToLong(entry -> entry.getKey().length() + entry.getValue().length)
                .sum();
    }

    private static long heapInUse() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private void print() {
        System.out.printf(
                Locale.ROOT,
                "weeks: %d days, %,d requests, %d lost, %d late, %d repeated, %d kills, %d times without a broker, %d jumps of the clock;"
                        + " %d windows wrong%n",
                DAYS,
                requests,
                lost,
                late,
                repeated,
                kills,
                absences,
                jumps,
                wrong.size());
        for (Period period : periods) {
            System.out.printf(
                    Locale.ROOT,
                    "  day %5.2f   heap %6.1f MiB   state bytes %s   internal topics %,.0f MiB   records %s%n",
                    period.day,
                    period.heapBytes / 1048576.0,
                    period.stateBytes,
                    period.internalBytes / 1048576.0,
                    period.records);
        }
        slopes().forEach(slope -> System.out.println("  " + slope));
    }

    /** From the third day on. Figures to compare with are kept for half a year, and are not among them. */
    private List<Slope> slopes() {
        List<Period> settled =
                periods.stream().filter(period -> period.day > SETTLED_DAYS).toList();
        List<Slope> slopes = new ArrayList<>();
        slopes.add(Slope.of("heap", settled, Period::heapBytes));
        for (String store : List.of("run-state", "target-runs")) {
            slopes.add(Slope.of(store, settled, period -> period.stateBytes.get(store)));
        }
        slopes.add(Slope.of("internal topics", settled, Period::internalBytes));
        for (Topic topic : List.of(Topic.WINDOWS, Topic.PHASES, Topic.BREACHES)) {
            slopes.add(Slope.of(topic.stream(), settled, period -> period.records.getOrDefault(topic, 0L)));
        }
        return slopes;
    }

    /** A line fitted to a figure, by the day. */
    private record Slope(String of, double mean, double perDay, double halfWidth) {
        static Slope of(String name, List<Period> periods, ToLongFunction<Period> figure) {
            SimpleRegression line = new SimpleRegression();
            periods.forEach(period -> line.addData(period.day, (double) figure.applyAsLong(period)));
            double mean = periods.stream().mapToLong(figure).average().orElse(Double.NaN);
            boolean isFitted = periods.size() > 2;
            return new Slope(
                    name,
                    mean,
                    isFitted ? line.getSlope() : 0,
                    isFitted ? line.getSlopeConfidenceInterval() : Double.POSITIVE_INFINITY);
        }

        /** More than its 95 % interval allows for, and more than a thousandth of it a day. */
        boolean grows() {
            return perDay - halfWidth > 0 && perDay > mean / 1_000;
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%-16s mean %,.0f   a day %+,.1f (+- %,.1f)%s",
                    of,
                    mean,
                    perDay,
                    halfWidth,
                    grows() ? "   GROWS" : "");
        }
    }
}
