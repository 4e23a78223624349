package io.tidemark.app.server;

import io.tidemark.app.run.virtualtime.SimulatedServer;
import io.tidemark.app.run.virtualtime.VirtualServerEnvironment;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.schemas.Ulid;
import io.tidemark.schemas.time.VirtualTime;
import io.tidemark.servers.RunningServer;
import io.tidemark.servers.ServerLauncher;
import io.tidemark.servers.ServerProblem;
import io.tidemark.servers.ServerStartException;
import io.tidemark.servers.ServerStartFacts;
import io.tidemark.servers.ServerStartRequest;
import io.tidemark.servers.diagnose.EndClassifier;
import io.tidemark.servers.diagnose.OutputScan;
import io.tidemark.servers.diagnose.ServerEnd;
import io.tidemark.servers.diagnose.ServerFailure;
import io.tidemark.servers.flags.FlagSet;
import io.tidemark.servers.probe.ServerQuestions;
import io.tidemark.servers.process.SecretMask;
import io.tidemark.servers.process.ServerLog;
import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.config.ServerConfigException;
import io.tidemark.simulator.serve.ServeArgumentException;
import io.tidemark.simulator.serve.VllmArguments;
import io.tidemark.simulator.serve.VllmServeConfig;
import io.tidemark.simulator.serve.VllmServeText;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * Starts simulated servers in virtual time, one after the other, by the command lines that real ones would get: each is what {@code tidemark
 * simulate serve} is for that line with the profile of the settings. A start lets virtual time pass.
 */
public final class VirtualServerLauncher implements ServerLauncher {
    private static final int ENGINE_FAILED = 1;
    private static final int USAGE = 2;

    private final VirtualTime time;
    private final InstantSource made;
    private final Settings settings;
    private final SplittableRandom ids;
    private volatile Optional<VirtualRunningServer> running = Optional.empty();
    private volatile boolean closed;

    /**
     * How servers are simulated.
     *
     * @param profile built-in name or file
     * @param name what the profile is called
     * @param startUp until a server is ready, or is out of memory, unless its command line says so
     * @param environment of this process
     */
    public record Settings(String profile, String name, Duration startUp, Map<String, String> environment) {
        public Settings {
            environment = Map.copyOf(environment);
        }
    }

    /** @param made tells when starts and runs are made, by which their ids are ordered: virtual time gives the same ids each time */
    public VirtualServerLauncher(VirtualTime time, InstantSource made, Settings settings) {
        this.time = time;
        this.made = made;
        this.settings = settings;
        this.ids = new SplittableRandom(time.wall().instant().toEpochMilli());
    }

    /** The server that was started last, which a load can be sent to. */
    public VirtualServerEnvironment environment() {
        return running.orElseThrow(() -> new IllegalStateException("no simulated server was started"))
                .environment();
    }

    @Override
    public List<ServerProblem> check(Plan plan, TargetPlan target) {
        List<ServerProblem> problems = new ArrayList<>();
        Set<String> ignored = new TreeSet<>();
        for (PhasePlan phase : plan.phases()) {
            if (phase.server().isPresent()) {
                try {
                    ServerStartRequest request = ServerStartRequest.of(plan, phase, target, Map.of(), Path.of("logs"));
                    ignored.addAll(new VirtualCommandLine(request, settings)
                            .arguments()
                            .ignored());
                } catch (ServeArgumentException | IllegalArgumentException e) {
                    problems.add(new ServerProblem(phase.name(), String.valueOf(e.getMessage()), true));
                }
            }
        }
        if (!ignored.isEmpty()) {
            problems.add(
                    new ServerProblem("", "not simulated, without effect: --" + String.join(" --", ignored), false));
        }
        return problems;
    }

    @Override
    public RunningServer start(ServerStartRequest request) throws InterruptedException {
        if (closed) {
            throw new ServerStartException(ServerFailure.STOPPED, "the launcher was closed", Optional.empty());
        }
        VirtualCommandLine read = new VirtualCommandLine(request, settings);
        List<String> command = read.words();
        FlagSet flags = read.flags();
        Instant now = time.wall().instant();
        String id = Ulid.next(made, ids);
        ServerStartFacts.Launch launch = new ServerStartFacts.Launch(
                id,
                request.phase(),
                request.server().recipe().key(),
                command,
                Map.of(),
                flags.set(),
                flags.omitted(),
                now,
                request.logs().resolve(request.phase().replaceAll("[^\\w.-]", "_") + "-" + id + ".log"));
        try (ServerLog log =
                ServerLog.create(launch.log(), request.server().logs(), new SecretMask(List.of()), line -> {})) {
            log.note("[tidemark] " + now + " start " + id + " in virtual time: " + String.join(" ", command));
            VirtualRunningServer server = new Start(request, launch, log).run(read);
            running = Optional.of(server);
            return server;
        }
    }

    /** One start with its log. */
    private final class Start {
        private final ServerStartRequest request;
        private final ServerStartFacts.Launch launch;
        private final ServerLog log;
        private final OutputScan scan = new OutputScan(Optional.empty());

        Start(ServerStartRequest request, ServerStartFacts.Launch launch, ServerLog log) {
            this.request = request;
            this.launch = launch;
            this.log = log;
        }

        VirtualRunningServer run(VirtualCommandLine line) throws InterruptedException {
            try {
                VllmArguments arguments = line.arguments();
                SimulatedServeOptions own = new SimulatedServeOptions(arguments.own());
                Duration startUp =
                        own.duration(SimulatedServeOptions.START_DELAY).orElse(settings.startUp());
                if (own.has(SimulatedServeOptions.OUT_OF_MEMORY)) {
                    throw failed(startUp, List.of(VllmServeText.outOfMemory()), ENGINE_FAILED);
                }
                ServerConfig config = config(withSeedOfItsOwn(arguments), startUp);
                time.pass(startUp.toNanos());
                VllmServeText.cache(time.wall().instant(), config).forEach(this::say);
                return ready(
                        new SimulatedServer(settings.name(), config, own.extras(VllmServeConfig.replicas(arguments))));
            } catch (ServeArgumentException e) {
                throw failed(Duration.ZERO, VllmServeText.error(String.valueOf(e.getMessage())), USAGE);
            }
        }

        /** Two servers of one configuration are not the same: the noise of each is drawn anew. */
        private VllmArguments withSeedOfItsOwn(VllmArguments arguments) {
            Map<String, String> values = new LinkedHashMap<>(arguments.values());
            values.putIfAbsent("seed", String.valueOf(ids.nextInt(1, Integer.MAX_VALUE)));
            return new VllmArguments(arguments.model(), values, arguments.ignored(), arguments.own());
        }

        private ServerConfig config(VllmArguments arguments, Duration startUp) {
            try {
                return new VllmServeConfig().of(arguments, Optional.of(settings.profile()));
            } catch (ServerConfigException e) {
                throw failed(startUp, VllmServeText.refused(arguments.model(), e), ENGINE_FAILED);
            }
        }

        private VirtualRunningServer ready(SimulatedServer simulated) throws InterruptedException {
            VirtualServerEnvironment environment =
                    new VirtualServerEnvironment(List.of(), List.of(simulated), time, made, launch.startId());
            ServerConfig config = simulated.config();
            OptionalDouble first = OptionalDouble.empty();
            for (int number = 1; number <= request.server().warmUpRequests(); number++) {
                double seconds = environment.ask(
                        ServerQuestions.path(request.warmUp().api()),
                        request.warmUp().body(config.servedModelName(), number));
                first = first.isPresent() ? first : OptionalDouble.of(seconds);
            }
            int engines = simulated.extras().replicas().count();
            return new VirtualRunningServer(
                    environment,
                    new ServerStartFacts(
                            launch,
                            new ServerStartFacts.Observed(
                                    Optional.of(config.version()),
                                    List.of(config.servedModelName()),
                                    OptionalLong.of((long) config.kvCapacityTokens() * engines),
                                    OptionalLong.of((long) config.kvBlocks() * engines),
                                    log.lastLines(),
                                    OptionalDouble.of(sinceLaunch()),
                                    first),
                            Optional.empty()));
        }

        private double sinceLaunch() {
            return Duration.between(launch.startedAt(), time.wall().instant()).toNanos() / 1e9;
        }

        private void say(String line) {
            log.note(line);
            scan.line(line);
        }

        /** A server that has no memory says so after it has read its model; one that refuses its command line ends at once. */
        private ServerStartException failed(Duration startUp, List<String> lines, int status) {
            lines.forEach(this::say);
            ServerEnd end = EndClassifier.classify(false, OptionalInt.of(status), scan.failure(), log.lastLines());
            if (end.failure() == ServerFailure.OUT_OF_MEMORY) {
                time.pass(startUp.toNanos());
            }
            ServerStartFacts facts = new ServerStartFacts(launch, ServerStartFacts.Observed.NOTHING, Optional.of(end));
            return new ServerStartException(
                    end.failure(),
                    "the server of phase " + launch.phase() + " "
                            + end.failure().description() + ": " + end.reason(),
                    Optional.of(facts));
        }
    }

    /** What is sent to the server that runs is given up; no other is started. */
    @Override
    public void close() {
        closed = true;
        running.ifPresent(VirtualRunningServer::stop);
    }
}
