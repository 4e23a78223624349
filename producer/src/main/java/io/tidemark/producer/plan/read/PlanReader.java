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
import io.tidemark.producer.plan.StepPlan;
import io.tidemark.producer.plan.SweepPlan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.plan.Timeouts;
import io.tidemark.producer.plan.TokenDetail;
import io.tidemark.producer.plan.read.client.ConnectionReader;
import io.tidemark.producer.plan.read.client.LimitsReader;
import io.tidemark.producer.plan.read.client.RetryReader;
import io.tidemark.producer.plan.read.client.TargetsReader;
import io.tidemark.producer.plan.read.client.TimeoutsReader;
import io.tidemark.producer.plan.secret.SecretReader;
import io.tidemark.producer.plan.secret.SecretSource;
import io.tidemark.producer.plan.sweep.SweepReader;
import io.tidemark.producer.plan.tune.TunePlan;
import io.tidemark.producer.plan.workload.WorkloadPlan;
import io.tidemark.producer.yaml.ReadContext;
import io.tidemark.producer.yaml.ValueType.InvalidValueException;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.producer.yaml.YamlNode.Entry;
import io.tidemark.producer.yaml.YamlNode.Mapping;
import io.tidemark.producer.yaml.YamlProblems;
import io.tidemark.producer.yaml.YamlSection;
import io.tidemark.schemas.Team;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Turns the tree of a plan file into a {@link Plan}, collecting every problem on the way. */
final class PlanReader {
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
        List<TargetPlan> targets = new TargetsReader(root)
                .read(configurations.phases().stream()
                        .map(phase -> phase.balance().orElse(balance))
                        .reduce(balance, (one, other) -> one == Balance.ROUND_ROBIN ? other : one));
        ApiKind api = root.optional("api", PlanReader::api).orElse(ApiKind.CHAT);
        Optional<SecretSource> apiKey = apiKey();
        WorkloadReader.Result asked = new WorkloadReader(root, directory).read();
        WorkloadPlan workload = asked.workload();
        LoadLimits limits = new LimitsReader(root).read();
        List<StepPlan> steps = new StepsReader(root, workload, limits).read();
        SloReader.Result slo = new SloReader(root, steps, directory).read();
        TokenDetail tokens =
                root.optional("tokens", ValueTypes.oneOf(TokenDetail.class)).orElse(TokenDetail.ALL);
        Timeouts timeouts = new TimeoutsReader(root).read();
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
                new SweepReader(root, sweepContext(configurations.phases(), seed, limits)).read();
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

    /** Without a server of ours nothing defines when it may be used, and under what name its results are stored. */
    private void refuseAfterWithoutServer(List<PhasePlan> phases) {
        phases.stream()
                .filter(phase -> !phase.after().isEmpty() && phase.server().isEmpty())
                .findFirst()
                .ifPresent(phase -> root.refuse(
                        "after",
                        "needs a section server: its commands run while the server of a phase is still up, and phase "
                                + phase.name() + " has none"));
    }

    /** The runs of a sweep come in random order, so that the first one is the base of no other. */
    private static String onlyDefault(Optional<SweepReader.Result> sweep) {
        return sweep.map(swept -> swept.sweep().defaults())
                .filter(defaults -> defaults.size() == 1)
                .map(defaults -> defaults.get(0))
                .orElse("");
    }

    private SweepReader.PlanContext sweepContext(List<PhasePlan> listed, long seed, LoadLimits limits) {
        return new SweepReader.PlanContext(
                tree, reading, listed, seed, ValueTypes.readableFile(directory), changed -> load(changed, limits));
    }

    /** What is wrong with it is reported of its own lines; its steps are those of the plan, which must be right before. */
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

    private Optional<SecretSource> apiKey() {
        return root.section("api_key").flatMap(key -> SecretReader.read(key, directory));
    }

    private static ApiKind api(String text) {
        return switch (text) {
            case "chat" -> ApiKind.CHAT;
            case "completions" -> ApiKind.COMPLETIONS;
            default ->
                throw new InvalidValueException(
                        "must be chat or completions (other APIs, such as responses, embeddings and rerank, are not measured)");
        };
    }
}
