package io.tidemark.faults;

import io.tidemark.cluster.registry.RegistrySecurity;
import io.tidemark.events.Heartbeat;
import io.tidemark.faults.HostileRecords.Hostile;
import io.tidemark.faults.HostileRecords.Kind;
import io.tidemark.fixtures.poison.ForeignSchemas;
import io.tidemark.fixtures.process.Await;
import io.tidemark.fixtures.process.ChildJvm;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.deadletter.DeadLetter;
import io.tidemark.schemas.kafka.TeamClientIds;
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
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Two teams in one host: one sends everything that a hostile producer can, at its quota; the other one's windows must be exact and the host must not
 * end. Then the attacker's own run must be exact too. {@code bench/run hostile [MINUTES [SEED [KIND,...]]]}.
 */
final class HostileTeam {
    private static final String VICTIM = "victim";
    private static final String ATTACKER = "attacker";
    private static final String GOOD_RUN = "01JABCDEFGHJKMNPQRSTVWXYZ1";
    private static final int REQUESTS_PER_SECOND = 40;
    private static final List<String> HOST_OPTIONS = List.of("-Xmx512m", "-XX:+ExitOnOutOfMemoryError");
    private static final long QUOTA_BYTES_PER_SECOND = 256 << 10;
    /** Of one kind after the other at least so much, so that small records are not lost among large ones. */
    private static final long TURN_BYTES = 16 << 10;

    /** Of the registry, whose quota is a rate of requests. */
    private static final int CALLS_OF_A_TURN = 32;

    private static final int RUN_SECONDS = 10;
    private static final Pattern LIMIT = Pattern.compile("\\(limit [a-z.]+\\)|[a-z.]+ of the team");
    private static final Pattern HEAP_USED = Pattern.compile("(?:generation|heap)\\s+total \\d+K, used (\\d+)K");

    private final Path folder;
    private final Settings settings;

    /**
     * What is done.
     *
     * @param calmSeconds before the attack
     * @param kinds of records that the attacker sends
     */
    record Settings(long seed, int calmSeconds, int attackSeconds, Set<Kind> kinds) {
        Settings {
            kinds = Set.copyOf(kinds);
        }
    }

    /**
     * What came of it.
     *
     * @param victim the run that went on all the time
     * @param attacker the run that the attacker's team made after the attack
     * @param ends times that an application or the host ended
     * @param unanswered requests to the registry that had no answer in time
     * @param report in words
     */
    record Outcome(
            TeamFixture.Verdict victim, TeamFixture.Verdict attacker, long ends, long unanswered, String report) {
        boolean isIsolated() {
            return ends == 0
                    && unanswered == 0
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
            Outcome outcome = new HostileTeam(folder, new Settings(seed, 60, 60 * minutes, kinds)).run();
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
        System.out.println("hostile: seed=" + settings.seed + " calm=" + settings.calmSeconds + " s attack="
                + settings.attackSeconds + " s at " + QUOTA_BYTES_PER_SECOND / 1_024 + " KiB/s kinds="
                + settings.kinds);
        KafkaCluster.Shape shape = KafkaCluster.Shape.of(1);
        RegistrySecurity users = RegistryLogins.users(folder.resolve("registry-users.json"), new Team(ATTACKER));
        try (ClusterFixture scene = ClusterFixture.start(folder, shape, users, RegistryLogins.hosts())) {
            TeamFixture victim = scene.team(VICTIM, shape);
            TeamFixture attacker = scene.team(ATTACKER, shape);
            limit(scene);
            ChildJvm host = scene.host(scene.place("host"), HOST_OPTIONS);
            FaultScenario scenario = new FaultScenario("hostile", victim);
            RealTimeLoad load = scenario.begin(loadOf(settings.calmSeconds + settings.attackSeconds));
            Await.moment(load.faultsFrom().plusSeconds(settings.calmSeconds));
            Duration calmLag = victim.results().takeP99Lag();
            long heapBefore = heapBytes(host);

            HostileRegistryCalls calls = new HostileRegistryCalls(
                    scene.registryUrl(), new Team(ATTACKER), new SplittableRandom(settings.seed));
            Map<Kind, Long> sent = attack(scene, calls);
            load.await();
            TeamFixture.Verdict windows = victim.verdict(RealTimeLoad.RUN, FaultScenario.LIMIT);
            Duration attackedLag = victim.results().takeP99Lag();
            long heapAfter = heapBytes(host);
            // Before the attacker's own run, which may never come to its results.
            System.out.println("hostile: victim " + windows);

            RealTimeLoad good =
                    new RealTimeLoad(GOOD_RUN, loadOf(RUN_SECONDS), attacker.sender(), DeliveryAnomalies.NONE).begin();
            good.await();
            System.out.println("hostile: records of the attacker not read when its own run ends " + unread(scene)
                    + ", reasons of dead letters " + refusals(attacker));
            Instant ended = InstantSource.system().instant();
            TeamFixture.Verdict own = attacker.verdict(GOOD_RUN, FaultScenario.LIMIT);
            Duration ownDelay = Duration.between(ended, InstantSource.system().instant());
            long ends = ends(host);
            String report = "hostile: attacker's own run " + own + ", complete "
                    + FaultScenario.seconds(ownDelay) + " after its end"
                    + "\nhostile: sent " + sent + ", dead letters "
                    + attacker.results().deadLetters().size() + "\nhostile: answers of the registry " + calls.answers()
                    + "\nhostile: p99 window lag "
                    + FaultScenario.seconds(calmLag) + " without the attack, "
                    + FaultScenario.seconds(attackedLag) + " with it\nhostile: heap in use after a collection "
                    + (heapBefore >> 20) + " MiB before, " + (heapAfter >> 20)
                    + " MiB after\nhostile: ends of applications or host "
                    + ends;
            long unanswered = calls.answers().getOrDefault(HostileRegistryCalls.NOT_ANSWERED, 0L);
            return new Outcome(windows, own, ends, unanswered, report);
        }
    }

    /** Records in the attacker's topics that its application has not read. */
    private static long unread(ClusterFixture scene) throws InterruptedException, ExecutionException {
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
        }
    }

    private FaultSettings loadOf(int seconds) {
        return new FaultSettings(settings.seed, REQUESTS_PER_SECOND, seconds, List.of());
    }

    private static void limit(ClusterFixture scene) {
        try (Admin admin =
                Admin.create(Map.of("bootstrap.servers", scene.kafka().bootstrapServers()))) {
            new TeamQuotas(admin)
                    .set(new Team(ATTACKER), new Quotas(OptionalLong.of(QUOTA_BYTES_PER_SECOND), OptionalLong.empty()));
        }
    }

    /** Sends at the quota until the time is over; returns how many records of each kind Kafka took, and how many requests the registry. */
    private Map<Kind, Long> attack(ClusterFixture scene, HostileRegistryCalls calls) {
        Team team = new Team(ATTACKER);
        HostileRecords records = new HostileRecords(
                scene.registry(),
                team,
                ForeignSchemas.register(
                        scene.registryUrl(),
                        Map.of("Authorization", RegistryLogins.header(team)),
                        team,
                        Heartbeat.getClassSchema()),
                settings.seed);
        SplittableRandom choice = new SplittableRandom(settings.seed);
        List<Kind> kinds = settings.kinds.stream().sorted().toList();
        Map<Kind, Long> sent = new EnumMap<>(Kind.class);
        AtomicReference<String> refusal = new AtomicReference<>("");
        Instant start = InstantSource.system().instant();
        Instant end = start.plusSeconds(settings.attackSeconds);
        long bytes = 0;
        try (KafkaProducer<String, byte[]> producer = new KafkaProducer<>(
                Map.of(
                        "bootstrap.servers",
                        scene.kafka().bootstrapServers(),
                        "client.id",
                        TeamClientIds.producer(team)),
                new StringSerializer(),
                new ByteArraySerializer())) {
            while (InstantSource.system().instant().isBefore(end)) {
                Kind kind = kinds.get(choice.nextInt(kinds.size()));
                long until = bytes + TURN_BYTES;
                while (bytes < until) {
                    if (kind == Kind.REGISTRY) {
                        calls.next();
                        bytes += TURN_BYTES / CALLS_OF_A_TURN;
                        sent.merge(kind, 1L, Long::sum);
                    }
                    for (Hostile record : records.next(kind)) {
                        var unused = producer.send(
                                new ProducerRecord<>(record.topic().in(team), record.key(), record.value()),
                                (metadata, error) -> {
                                    if (error != null) {
                                        refusal.compareAndSet("", kind + ": " + error);
                                    }
                                });
                        bytes += record.value().length;
                        sent.merge(kind, 1L, Long::sum);
                    }
                }
                Await.moment(start.plusMillis(1_000 * bytes / QUOTA_BYTES_PER_SECOND));
            }
        }
        if (!refusal.get().isEmpty()) {
            System.out.println("hostile: a record was refused by Kafka: " + refusal.get());
        }
        return sent;
    }

    /** How many dead letters there are of each code, and of each limit. */
    private static Map<String, Long> refusals(TeamFixture team) {
        return team.results().deadLetters().stream()
                .map(letter -> DeadLetter.reason(letter.headers()))
                .collect(Collectors.groupingBy(HostileTeam::kindOf, TreeMap::new, Collectors.counting()));
    }

    private static String kindOf(String reason) {
        Matcher limit = LIMIT.matcher(reason);
        return reason.split(":", 2)[0] + (limit.find() ? " " + limit.group() : "");
    }

    /** How often an application of the host ended by itself, and the host itself; each is printed. */
    private static long ends(ChildJvm host) {
        List<String> ended = host.printed()
                .lines()
                .filter(line -> line.contains("health=FAILED"))
                .toList();
        ended.forEach(line -> System.out.println("hostile: " + line));
        return ended.size() + (host.isAlive() ? 0L : 1L);
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
