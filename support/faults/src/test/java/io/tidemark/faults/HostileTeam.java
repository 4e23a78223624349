package io.tidemark.faults;

import io.tidemark.cluster.registry.RegistrySecurity;
import io.tidemark.events.Heartbeat;
import io.tidemark.faults.HostileRecords.Kind;
import io.tidemark.fixtures.poison.ForeignSchemas;
import io.tidemark.fixtures.process.Await;
import io.tidemark.fixtures.process.ChildJvm;
import io.tidemark.fixtures.registry.HttpGate;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.kafka.TeamQuotas;
import io.tidemark.schemas.kafka.TeamQuotas.Quotas;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Two teams in one host: one sends everything that a hostile producer can, at its quota; the other one's windows must be exact and in time, and the
 * host must neither end nor grow. Then the attacker's own run must be exact too. {@code bench/run hostile [MINUTES [SEED [KIND,...]]]}.
 */
final class HostileTeam {
    private static final String VICTIM = "victim";
    private static final String ATTACKER = "attacker";
    private static final String GOOD_RUN = "01JABCDEFGHJKMNPQRSTVWXYZ1";
    private static final int REQUESTS_PER_SECOND = 40;
    private static final int RUN_SECONDS = 10;

    /** After its first output a host that just started still reads what came before. */
    private static final Duration CATCHING_UP = Duration.ofSeconds(4);

    /** Until all that the attacker sent is read, for each second of the attack. */
    private static final int BACKLOG_RATIO = 2;

    /** Until the team has room for runs again: docs/decisions/0162-silent-runs-give-way.md. */
    private static final Duration SILENCE = Duration.ofSeconds(70);

    private static final double MOST_LAG_RATIO = 2;
    private static final double MOST_HEAP_GROWTH = 1.3;

    /** Bytes of the heap that a byte of the attack may take. */
    private static final long HEAP_RATIO = 25;

    /** What collections, and the attacker on the cores of the host, may delay a window by beside the ratio. */
    private static final Duration LAG_ALLOWED = Duration.ofSeconds(3);

    /** In the registry that the host reads: above the ids that it has, and below those that it lacks. */
    private static final int FOREIGN_IDS = 500_000;

    /** A team's health and its failures, as a host prints them. */
    private static final Pattern STATUS =
            Pattern.compile("TeamStatus\\[team=[^,]+, health=(\\w+), detail=.*?, failures=(\\d+)]", Pattern.DOTALL);

    private static final Pattern HEAP_USED = Pattern.compile("(?:generation|heap)\\s+total \\d+K, used (\\d+)K");

    private final Path folder;
    private final Settings settings;

    /**
     * What is done.
     *
     * @param kinds of records that the attacker sends
     */
    record Settings(long seed, Set<Kind> kinds, Scale scale) {
        Settings {
            kinds = Set.copyOf(kinds);
        }
    }

    /**
     * How long it takes and how much is sent.
     *
     * @param calm before the attack
     * @param filling of the attack, the first part, after which a team may hold all that it may
     * @param attack with its first part
     * @param bytesPerSecond the attacker's quota
     * @param silence after the last result of it
     * @param heap of the host, as the JVM's option says it
     * @param allowedHeapBytes what may be held of the rest of the attack
     */
    record Scale(
            Duration calm,
            Duration filling,
            Duration attack,
            long bytesPerSecond,
            Duration silence,
            String heap,
            long allowedHeapBytes) {
        /** So long the requests of a second are kept for late data (EmissionProgress): before that has passed a team holds more by the minute. */
        private static final Duration FILLING = Duration.ofMinutes(11);

        /** All limits of a team are reached, in a host with the heap that it has by default; then it goes on for so long. */
        static Scale ofMinutes(int minutes) {
            Duration attack = FILLING.plusMinutes(minutes);
            return new Scale(Duration.ofMinutes(1), FILLING, attack, 1 << 20, SILENCE, "1g", 64 << 20);
        }

        /** So little that two slow cores have time for it. Few limits of a team are reached, so that the heap grows with what is sent. */
        static Scale ofSeconds(int seconds) {
            long bytesPerSecond = 256 << 10;
            return new Scale(
                    Duration.ofSeconds(10),
                    Duration.ZERO,
                    Duration.ofSeconds(seconds),
                    bytesPerSecond,
                    SILENCE,
                    "512m",
                    HEAP_RATIO * bytesPerSecond * seconds);
        }

        private Duration backlog() {
            return FaultScenario.LIMIT.plus(attack.multipliedBy(BACKLOG_RATIO));
        }
    }

    /**
     * What came of it.
     *
     * @param victim the run that went on all the time
     * @param attacker the run that the attacker's team made after the attack
     * @param lagRatio of the victim's p99 window lag in the attack, less {@link #LAG_ALLOWED}, to that before it
     * @param heapGrowth of the host's heap after the attack, less what is allowed, to that before it; both after a collection
     * @param restarts how teams were when an application ended, joined its group anew or lost a thread in the attack or after it
     * @param hostEnded whether the host ended
     * @param deadLetters of the attacker, by code and limit
     * @param unanswered requests to the registry that had no answer in time
     * @param report in words
     */
    record Outcome(
            TeamFixture.Verdict victim,
            TeamFixture.Verdict attacker,
            double lagRatio,
            double heapGrowth,
            List<String> restarts,
            boolean hostEnded,
            Map<String, Long> deadLetters,
            long unanswered,
            String report) {
        boolean isInTime() {
            return lagRatio <= MOST_LAG_RATIO;
        }

        boolean isFlat() {
            return heapGrowth <= MOST_HEAP_GROWTH;
        }

        boolean isIsolated() {
            return restarts.isEmpty()
                    && !hostEnded
                    && unanswered == 0
                    && isInTime()
                    && isFlat()
                    && Stream.of(victim, attacker)
                            .allMatch(verdict -> verdict.wrongWindows().isEmpty()
                                    && verdict.doubledWindows().isEmpty()
                                    && verdict.wrongStep().isEmpty());
        }
    }

    HostileTeam(Path folder, Settings settings) {
        this.folder = folder;
        this.settings = settings;
    }

    public static void main(String[] arguments) throws Exception {
        int minutes = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10;
        long seed = arguments.length > 1
                ? Long.parseLong(arguments[1])
                : InstantSource.system().millis();
        Set<Kind> kinds = kinds(arguments.length > 2 ? arguments[2] : "");
        Path folder = Files.createTempDirectory("tidemark-hostile-");
        boolean isolated = false;
        try {
            Outcome outcome = new HostileTeam(folder, new Settings(seed, kinds, Scale.ofMinutes(minutes))).run();
            System.out.println(outcome.report);
            isolated = outcome.isIsolated();
        } finally {
            clear(folder);
        }
        System.exit(isolated ? 0 : 1);
    }

    /** Of their names with commas between; all of none. */
    static Set<Kind> kinds(String names) {
        EnumSet<Kind> kinds = EnumSet.noneOf(Kind.class);
        Arrays.stream(names.split(",", -1))
                .filter(name -> !name.isBlank())
                .forEach(name -> kinds.add(Kind.valueOf(name)));
        return kinds.isEmpty() ? EnumSet.allOf(Kind.class) : kinds;
    }

    private static void clear(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(file -> {
                if (!file.delete()) {
                    file.deleteOnExit();
                }
            });
        }
    }

    Outcome run() throws Exception {
        Scale scale = settings.scale;
        System.out.println("hostile: seed=" + settings.seed + " calm=" + scale.calm.toSeconds() + " s attack="
                + scale.attack.toSeconds() + " s at " + scale.bytesPerSecond / 1_024 + " KiB/s kinds="
                + new TreeSet<>(settings.kinds));
        KafkaCluster.Shape shape = KafkaCluster.Shape.of(1);
        RegistrySecurity users = RegistryLogins.users(folder.resolve("registry-users.json"), new Team(ATTACKER));
        try (ClusterFixture scene = ClusterFixture.start(folder, shape, users, RegistryLogins.hosts())) {
            TeamFixture victim = scene.team(VICTIM, shape);
            TeamFixture attacker = scene.team(ATTACKER, shape);
            attacker.results().keepOnly(GOOD_RUN);
            limit(scene);
            HttpGate registry = new HttpGate(scene.registryUrl());
            scene.closeAtEnd(registry::close);
            ForeignSchemas foreign = ForeignSchemas.behind(registry, FOREIGN_IDS, Heartbeat.getClassSchema());
            ChildJvm host = scene.host(
                    scene.place("host").withRegistry(registry.url()),
                    List.of("-Xmx" + scale.heap, "-XX:+ExitOnOutOfMemoryError"));
            RealTimeLoad load = new FaultScenario("hostile", victim).begin(loadOf(scale.calm.plus(scale.attack)));
            Instant attackFrom = load.faultsFrom().plus(scale.calm);
            Await.moment(attackFrom);
            Duration calmLag = victim.results().takeP99Lag(load.faultsFrom().plus(CATCHING_UP));

            int calmCharacters = host.printed().length();
            HostileProducer hostile = new HostileProducer(scene, foreign, new Team(ATTACKER), settings);
            Measured before = new Measured(calmLag, attack(hostile, host));
            load.await();
            TeamFixture.Verdict windows = victim.verdict(RealTimeLoad.RUN, FaultScenario.LIMIT);
            Measured after = new Measured(victim.results().takeP99Lag(attackFrom), heapBytes(host));
            // Before the attacker's own run, which may never come to its results.
            System.out.println("hostile: victim " + windows + "\nhostile: sent " + hostile.sent()
                    + "\nhostile: answers of the registry " + hostile.answers()
                    + "\nhostile: first refusal of Kafka: " + hostile.refusal()
                    + "\nhostile: before the attack " + before + ", in the attack " + after);

            TeamFixture.Verdict own = ownRun(scene, attacker, host);
            List<String> restarts = restarts(host.printed().substring(calmCharacters));
            boolean hostEnded = !host.isAlive();
            return new Outcome(
                    windows,
                    own,
                    after.lagRatioTo(before),
                    after.heapGrowthSince(before, scale.allowedHeapBytes),
                    restarts,
                    hostEnded,
                    attacker.results().deadLetterKinds(),
                    hostile.answers().getOrDefault(HostileRegistryCalls.NOT_ANSWERED, 0L),
                    "hostile: attacker's own run " + own + "\nhostile: restarts " + restarts + ", host ended "
                            + hostEnded);
        }
    }

    private TeamFixture.Verdict ownRun(ClusterFixture scene, TeamFixture attacker, ChildJvm host) throws Exception {
        Instant sent = InstantSource.system().instant();
        Await.until(
                () -> unread(scene) == 0,
                settings.scale.backlog(),
                () -> "records of the attacker are not read: " + unread(scene));
        Duration read = Duration.between(sent, InstantSource.system().instant());
        // While its runs have results to publish they are not silent.
        Await.until(
                () -> Duration.between(
                                        attacker.results().lastOutput(),
                                        InstantSource.system().instant())
                                .compareTo(settings.scale.silence)
                        > 0,
                settings.scale.backlog(),
                () -> "results of the attacker go on for " + settings.scale.backlog());
        Duration quiet = Duration.between(sent, InstantSource.system().instant());
        new RealTimeLoad(GOOD_RUN, loadOf(Duration.ofSeconds(RUN_SECONDS)), attacker.sender(), DeliveryAnomalies.NONE)
                .begin()
                .await();
        Instant ended = InstantSource.system().instant();
        System.out.println("hostile: all that the attacker sent is read after " + FaultScenario.seconds(read)
                + ", and its runs give way after " + FaultScenario.seconds(quiet) + ", dead letters "
                + attacker.results().deadLetterKinds() + "\nhostile: state of the host: "
                + host.printed()
                        .lines()
                        .filter(line -> line.contains("health="))
                        .reduce("none", (before, line) -> line));
        TeamFixture.Verdict own = attacker.verdict(GOOD_RUN, FaultScenario.LIMIT);
        System.out.println("hostile: its own run is complete "
                + FaultScenario.seconds(
                        Duration.between(ended, InstantSource.system().instant()))
                + " after its end");
        return own;
    }

    /** Returns what the host has in its heap when the first part of the attack is over. */
    private long attack(HostileProducer hostile, ChildJvm host) throws IOException, InterruptedException {
        try (hostile) {
            hostile.send(settings.scale.filling);
            long heapBytes = heapBytes(host);
            hostile.send(settings.scale.attack.minus(settings.scale.filling));
            return heapBytes;
        }
    }

    /**
     * How the host is.
     *
     * @param lag p99 of the victim's windows
     * @param heapBytes after a collection
     */
    private record Measured(Duration lag, long heapBytes) {
        double lagRatioTo(Measured before) {
            return (double) lag.minus(LAG_ALLOWED).toMillis() / Math.max(1, before.lag.toMillis());
        }

        double heapGrowthSince(Measured before, long allowedBytes) {
            return (double) (heapBytes - allowedBytes) / before.heapBytes;
        }

        @Override
        public String toString() {
            return "p99 window lag " + FaultScenario.seconds(lag) + ", heap in use after a collection "
                    + (heapBytes >> 20) + " MiB";
        }
    }

    /** Records in the attacker's topics that its application has not read. */
    private static long unread(ClusterFixture scene) {
        try (Admin admin =
                Admin.create(Map.of("bootstrap.servers", scene.kafka().bootstrapServers()))) {
            Map<TopicPartition, OffsetAndMetadata> read = admin.listConsumerGroupOffsets(
                            new Team(ATTACKER).applicationId())
                    .partitionsToOffsetAndMetadata()
                    .get();
            Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
            read.keySet().forEach(partition -> ends.put(partition, OffsetSpec.latest()));
            return admin.listOffsets(ends).all().get().entrySet().stream()
                    .mapToLong(end ->
                            end.getValue().offset() - read.get(end.getKey()).offset())
                    .sum();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private FaultSettings loadOf(Duration time) {
        return new FaultSettings(settings.seed, REQUESTS_PER_SECOND, (int) time.toSeconds(), List.of());
    }

    private void limit(ClusterFixture scene) {
        try (Admin admin =
                Admin.create(Map.of("bootstrap.servers", scene.kafka().bootstrapServers()))) {
            new TeamQuotas(admin)
                    .set(
                            new Team(ATTACKER),
                            new Quotas(OptionalLong.of(settings.scale.bytesPerSecond), OptionalLong.empty()));
        }
    }

    /**
     * The statuses of teams that do not run, or of which a thread failed.
     *
     * @param printed by a host since all of its teams ran: a group that is new may change once more before
     */
    static List<String> restarts(String printed) {
        return STATUS.matcher(printed)
                .results()
                .filter(status -> !Set.of("RUNNING", "DEGRADED").contains(status.group(1))
                        || !status.group(2).equals("0"))
                .map(MatchResult::group)
                .distinct()
                .toList();
    }

    /** What a host has in its heap after a full collection; 0 if it has ended. */
    private static long heapBytes(ChildJvm host) throws IOException, InterruptedException {
        jcmd(host, "GC.run");
        Matcher used = HEAP_USED.matcher(jcmd(host, "GC.heap_info"));
        long kibibytes = 0;
        while (used.find()) {
            kibibytes += Long.parseLong(used.group(1));
        }
        return kibibytes << 10;
    }

    private static String jcmd(ChildJvm host, String command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                        Long.toString(host.pid()),
                        command)
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said;
    }
}
