package io.tidemark.producer.plan.read;

import io.tidemark.events.ApiKind;
import io.tidemark.producer.plan.Balance;
import io.tidemark.producer.plan.ConnectionPlan;
import io.tidemark.producer.plan.LoadLimits;
import io.tidemark.producer.plan.PhaseLoad;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.RequestPlan;
import io.tidemark.producer.plan.RetryPlan;
import io.tidemark.producer.plan.SecretSource;
import io.tidemark.producer.plan.StepPlan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.plan.Timeouts;
import io.tidemark.producer.plan.TokenDetail;
import io.tidemark.producer.plan.sweep.SweepPlan;
import io.tidemark.producer.plan.sweep.SweepReader;
import io.tidemark.producer.plan.tune.TunePlan;
import io.tidemark.producer.plan.workload.WorkloadPlan;
import io.tidemark.producer.yaml.ReadContext;
import io.tidemark.producer.yaml.ValueType;
import io.tidemark.producer.yaml.ValueType.InvalidValueException;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.producer.yaml.YamlNode.Entry;
import io.tidemark.producer.yaml.YamlNode.Mapping;
import io.tidemark.producer.yaml.YamlProblems;
import io.tidemark.producer.yaml.YamlSection;
import io.tidemark.schemas.TargetGroup;
import io.tidemark.schemas.Team;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Turns the tree of a plan file into a {@link Plan}, collecting every problem on the way. */
final class PlanReader {
    private static final int MAX_WEIGHT = 1_000;
    private static final ValueType<Integer> WEIGHT = text -> {
        int weight = ValueTypes.COUNT.parse(text);
        if (weight > MAX_WEIGHT) {
            throw new InvalidValueException("must be a whole number in 1 to " + MAX_WEIGHT);
        }
        return weight;
    };
    private static final URI NO_URL = URI.create("http://127.0.0.1");

    private final YamlSection root;
    private final Mapping tree;
    private final YamlProblems problems;
    private final ReadContext reading;
    private final Path directory;

    PlanReader(Mapping tree, ReadContext reading, Path directory) {
        this.tree = tree;
        this.root = new YamlSection(tree, "", reading);
        this.problems = reading.problems();
        this.reading = reading;
        this.directory = directory;
    }

    Plan read() {
        String experiment = root.required("experiment", ValueTypes.TEXT, "");
        Team team = root.optional("team", ValueTypes.TEAM).orElse(Team.DEFAULT);
        long seed = root.optional("seed", ValueTypes.SEED).orElse(1L);
        PhasesReader.Result configurations = new PhasesReader(root, reading, directory).read();
        Optional<String> baseline = root.optional("baseline", ValueTypes.NAME);
        Balance balance =
                root.optional("balance", ValueTypes.oneOf(Balance.class)).orElse(Balance.ROUND_ROBIN);
        List<TargetPlan> targets = targets(configurations.phases().stream()
                .map(phase -> phase.balance().orElse(balance))
                .reduce(balance, (one, other) -> one == Balance.ROUND_ROBIN ? other : one));
        ApiKind api = root.optional("api", PlanReader::api).orElse(ApiKind.CHAT);
        Optional<SecretSource> apiKey = apiKey();
        WorkloadReader.Result asked = new WorkloadReader(root, directory).read();
        WorkloadPlan workload = asked.workload();
        LoadLimits limits = limits();
        List<StepPlan> steps = new StepsReader(root, workload, limits).read();
        SloReader.Result slo = new SloReader(root, steps, directory).read();
        TokenDetail tokens =
                root.optional("tokens", ValueTypes.oneOf(TokenDetail.class)).orElse(TokenDetail.ALL);
        Timeouts timeouts = timeouts();
        RequestPlan request = new RequestReader(root, directory).read();
        ConnectionPlan connection = new ConnectionReader(root, directory).read();
        RetryPlan retries = new RetryReader(root).read();
        new MeasurableObjectives(root, slo.objectives()).check(request, workload);
        boolean firstRequest = root.optional("first_request", ValueTypes.SWITCH).orElse(true);
        boolean keepGoing = root.optional("keep_going", ValueTypes.SWITCH).orElse(false);
        boolean warmUpClient =
                root.optional("warm_up_client", ValueTypes.SWITCH).orElse(true);
        boolean calibrate = root.optional("calibrate", ValueTypes.SWITCH).orElse(true);
        Map<String, String> labels = root.texts("labels");
        Optional<TunePlan> tune = new TuneReader(root, slo.objectives(), other -> heldOut(other, limits)).read();
        Optional<SweepReader.Result> sweep =
                new SweepReader(root, surroundings(configurations.phases(), seed, limits)).read();
        List<PhasePlan> phases = phases(configurations, sweep);
        if (problems.isEmpty()) {
            refuseAfterWithoutServer(phases);
        }
        root.refuseUnknownKeys();
        problems.throwIfAny();
        PlanDigest digest = PlanDigest.of(tree, workload);
        return new Plan(
                experiment,
                team,
                seed,
                phases,
                sweep.map(SweepReader.Result::sweep),
                baseline.orElseGet(() -> onlyDefault(sweep)),
                configurations.server(),
                tune,
                targets,
                balance,
                api,
                apiKey,
                workload,
                asked.options(),
                steps,
                slo.objectives(),
                slo.remarks(),
                tokens,
                timeouts,
                limits,
                request,
                connection,
                retries,
                firstRequest,
                keepGoing,
                warmUpClient,
                calibrate,
                labels,
                digest.json(),
                digest.planHash(),
                digest.workloadHash());
    }

    /** Those that are listed, then those of the sweep; without either there is one. */
    private static List<PhasePlan> phases(PhasesReader.Result listed, Optional<SweepReader.Result> sweep) {
        List<PhasePlan> phases = new ArrayList<>(listed.phases());
        sweep.ifPresent(swept -> swept.phases().forEach(phase -> phases.add(listed.completed(phase))));
        return phases.isEmpty() ? List.of(listed.completed(new PhasePlan(SweepPlan.DEFAULT_PHASE, Map.of()))) : phases;
    }

    /** Without a server of ours nothing tells when it may be used, and by what name its results go. */
    private void refuseAfterWithoutServer(List<PhasePlan> phases) {
        phases.stream()
                .filter(phase -> !phase.after().isEmpty() && phase.server().isEmpty())
                .findFirst()
                .ifPresent(phase -> root.refuse(
                        "after",
                        "needs a section server: its commands run while the server of a phase is still up, and phase "
                                + phase.name() + " has none"));
    }

    /** The runs of a sweep come in random order, so that the first one is nobody's base. */
    private static String onlyDefault(Optional<SweepReader.Result> sweep) {
        return sweep.map(swept -> swept.sweep().defaults())
                .filter(defaults -> defaults.size() == 1)
                .map(defaults -> defaults.get(0))
                .orElse("");
    }

    private SweepReader.Surroundings surroundings(List<PhasePlan> listed, long seed, LoadLimits limits) {
        return new SweepReader.Surroundings(
                tree, reading, listed, seed, readableFile(directory), changed -> load(changed, limits));
    }

    /** What is wrong with it is said of its own lines; its steps are those of the plan, which must be right before. */
    private Optional<TunePlan.HeldOut> heldOut(Mapping workload, LoadLimits limits) {
        if (!problems.isEmpty()) {
            return Optional.empty();
        }
        Map<String, Entry> entries = new LinkedHashMap<>(tree.entries());
        Entry own = entries.put("workload", new Entry(workload.origin(), workload));
        Mapping changed = new Mapping(tree.origin(), entries);
        String hash = load(changed, limits).workloadHash();
        if (own != null && PlanDigest.json(own.value()).equals(PlanDigest.json(workload))) {
            problems.add(workload.origin(), "tune.held_out.workload", "must be another workload than the plan's own");
        }
        return Optional.of(new TunePlan.HeldOut(PlanDigest.json(workload).toString(), hash));
    }

    /** The load of a plan whose steps or workload are others. */
    private PhaseLoad load(Mapping changed, LoadLimits limits) {
        YamlSection section = new YamlSection(changed, "", reading);
        WorkloadReader.Result asked = new WorkloadReader(section, directory).read();
        List<StepPlan> steps = new StepsReader(section, asked.workload(), limits).read();
        String hash =
                problems.isEmpty() ? PlanDigest.of(changed, asked.workload()).workloadHash() : "";
        return new PhaseLoad(steps, asked.workload(), asked.options(), hash, Map.of());
    }

    /** @param balance the plan's, or one of its phases' that needs weights */
    private List<TargetPlan> targets(Balance balance) {
        List<TargetPlan> targets = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (YamlSection target : root.sections("targets")) {
            URI url = target.required("url", ValueTypes.HTTP_URL, NO_URL);
            String name = target.optional("name", ValueTypes.NAME).orElse(TargetPlan.nameOf(url));
            List<URI> scrape = target.has("scrape")
                    ? target.list("scrape", ValueTypes.HTTP_URL)
                    : List.of(TargetPlan.metricsOf(url));
            targets.add(new TargetPlan(
                    name,
                    url,
                    target.optional("model", ValueTypes.TEXT).orElse(""),
                    scrape,
                    target.optional("weight", WEIGHT).orElse(1)));
            if (target.has("weight") && balance == Balance.ROUND_ROBIN) {
                target.refuse("weight", "needs balance: weights or balance: conversation");
            }
            if (name.equals(TargetGroup.ALL)) {
                target.refuse(
                        "name", "must not be \"" + TargetGroup.ALL + "\", which names all targets of a run together");
            }
            if (!names.add(name)) {
                target.refuse("name", "must be unique but " + name + " is given twice");
            }
            target.refuseUnknownKeys();
        }
        return targets;
    }

    private Optional<SecretSource> apiKey() {
        return root.section("api_key").flatMap(key -> SecretReader.read(key, directory));
    }

    /** An answer that is not streamed has no first token. */
    private Timeouts timeouts() {
        Optional<YamlSection> section = root.section("timeouts");
        if (section.isEmpty()) {
            return Timeouts.DEFAULT;
        }
        YamlSection given = section.get();
        Timeouts timeouts = new Timeouts(
                given.optional("connect", ValueTypes.DURATION).orElse(Timeouts.DEFAULT.connect()),
                given.optional("first_token", ValueTypes.DURATION).orElse(Timeouts.DEFAULT.firstToken()),
                given.optional("between_tokens", ValueTypes.DURATION).orElse(Timeouts.DEFAULT.betweenTokens()),
                given.optional("total", ValueTypes.DURATION).orElse(Timeouts.DEFAULT.total()));
        given.refuseUnknownKeys();
        return timeouts;
    }

    private LoadLimits limits() {
        Optional<YamlSection> section = root.section("limits");
        if (section.isEmpty()) {
            return LoadLimits.DEFAULT;
        }
        YamlSection given = section.get();
        LoadLimits limits = new LoadLimits(
                given.optional("in_flight", ValueTypes.COUNT).orElse(LoadLimits.DEFAULT.inFlight()),
                given.optional("drain", ValueTypes.DURATION).orElse(LoadLimits.DEFAULT.drain()),
                given.optional("schedule_lag_p99", ValueTypes.DURATION).orElse(LoadLimits.DEFAULT.scheduleLagP99()),
                given.optional("sent_share", ValueTypes.SHARE).orElse(LoadLimits.DEFAULT.sentShare()),
                given.optional("calibration_ttft_p99", ValueTypes.DURATION)
                        .orElse(LoadLimits.DEFAULT.calibrationTtftP99()),
                given.optional("calibration_itl_p99", ValueTypes.DURATION)
                        .orElse(LoadLimits.DEFAULT.calibrationItlP99()));
        given.refuseUnknownKeys();
        return limits;
    }

    private static ApiKind api(String text) {
        return switch (text) {
            case "chat" -> ApiKind.CHAT;
            case "completions" -> ApiKind.COMPLETIONS;
            default -> throw new InvalidValueException("must be chat or completions");
        };
    }

    /** A path relative to the plan, of a file that can be read. */
    static ValueType<Path> readableFile(Path directory) {
        return text -> {
            Path file = directory.resolve(text);
            if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
                throw new InvalidValueException("must be a readable file (looked at " + file + ")");
            }
            return file;
        };
    }
}
