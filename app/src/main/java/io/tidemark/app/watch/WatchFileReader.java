package io.tidemark.app.watch;

import io.tidemark.app.run.PlanDuration;
import io.tidemark.app.watch.Blackouts.Blackout;
import io.tidemark.app.watch.WatchedPlan.Confirmation;
import io.tidemark.app.watch.WatchedPlan.MissedRuns;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.StepPlan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.plan.read.PlanFileOptions;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.producer.plan.read.client.TargetsReader;
import io.tidemark.producer.yaml.InvalidYamlException;
import io.tidemark.producer.yaml.KnownKeys;
import io.tidemark.producer.yaml.StrictYamlFile;
import io.tidemark.producer.yaml.ValueType;
import io.tidemark.producer.yaml.ValueType.InvalidValueException;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.producer.yaml.YamlSection;
import io.tidemark.schemas.Team;
import java.net.URI;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Reads a file of watched plans, and the plans in it. */
public final class WatchFileReader {
    private static final int MAX_CONFIRMING_RUNS = 20;
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]{0,63}");
    private static final ValueType<String> PLAN_NAME =
            matching(NAME, "must be 1 to 64 lower-case letters, digits, '-', '_' and '.'");
    private static final ValueType<ZoneId> ZONE =
            ofTime(ZoneId::of, "must be a time zone such as UTC or Europe/Berlin");
    private static final ValueType<Instant> INSTANT =
            ofTime(Instant::parse, "must be a time such as 2026-12-24T00:00:00Z");
    private static final ValueType<Integer> RUNS = text -> {
        int runs = ValueTypes.COUNT.parse(text);
        if (runs > MAX_CONFIRMING_RUNS) {
            throw new InvalidValueException("must be a whole number from 1 to " + MAX_CONFIRMING_RUNS);
        }
        return runs;
    };

    private final Path folder;
    private final ZoneId zone;
    private final Set<String> names = new HashSet<>();

    private WatchFileReader(Path folder, ZoneId zone) {
        this.folder = folder;
        this.zone = zone;
    }

    /**
     * Reads a file; the paths in it are relative to it.
     *
     * @throws InvalidYamlException listing every problem of the file and its plans with its line
     */
    public static WatchFile read(Path file) {
        return parse(StrictYamlFile.readText(file), file, new KnownKeys());
    }

    /** The same of a text, noting the keys that are asked for. */
    public static WatchFile parse(String text, Path file, KnownKeys keys) {
        Path folder = file.toAbsolutePath().resolveSibling("");
        return StrictYamlFile.parse(text, file.toString(), keys, root -> watchFile(root, folder));
    }

    private static WatchFile watchFile(YamlSection root, Path folder) {
        Team team = root.optional("team", ValueTypes.TEAM).orElse(Team.DEFAULT);
        WatchFileReader reader =
                new WatchFileReader(folder, root.optional("timezone", ZONE).orElse(ZoneId.of("UTC")));
        List<Blackout> blackouts = root.sections("blackouts").stream()
                .flatMap(section -> reader.blackout(section).stream())
                .toList();
        if (!root.has("plans") || root.isEmptyList("plans")) {
            root.refuse("plans", "must list at least one plan");
        }
        List<WatchedPlan> plans = root.sections("plans").stream()
                .flatMap(section -> reader.plan(section).stream())
                .toList();
        return new WatchFile(team, new Blackouts(blackouts), plans);
    }

    private Optional<Blackout> blackout(YamlSection section) {
        String reason = section.optional("reason", ValueTypes.TEXT).orElse("");
        Optional<Blackout> read = section.has("begin") ? recurring(section, reason) : once(section, reason);
        section.refuseUnknownKeys();
        return read;
    }

    private Optional<Blackout> recurring(YamlSection section, String reason) {
        Optional<RunSchedule.Cron> begin = section.optional("begin", text -> RunSchedule.Cron.parse(text, zone));
        Duration length = section.required("length", ValueTypes.DURATION, Duration.ofHours(1));
        return begin.map(cron -> new Blackouts.Recurring(cron, length, reason));
    }

    private static Optional<Blackout> once(YamlSection section, String reason) {
        Instant from = section.required("from", INSTANT, Instant.MIN);
        Instant until = section.required("until", INSTANT, Instant.MAX);
        if (!until.isAfter(from)) {
            section.refuse("until", "must be after from, " + from + ", but was " + until);
            return Optional.empty();
        }
        return Optional.of(new Blackouts.Once(new Blackouts.Window(from, until, reason)));
    }

    private Optional<WatchedPlan> plan(YamlSection section) {
        String name = section.required("name", PLAN_NAME, "");
        if (!name.isEmpty() && !names.add(name)) {
            section.refuse("name", "must be unique but " + name + " is given twice");
        }
        String file = section.required("plan", ValueTypes.TEXT, "");
        Optional<String> scenario = section.optional("scenario", ValueTypes.TEXT);
        List<String> set = section.list("set", ValueTypes.TEXT);
        Optional<String> phaseName = section.optional("phase", ValueTypes.NAME);
        Optional<URI> url = targetUrl(section)
                .or(() -> section.optional("simulate", PLAN_NAME).map(WatchedPlan::simulated));
        if (!section.has("schedule")) {
            section.refuse("schedule", "is required: continuous, or cron such as \"0 2 * * *\"");
        }
        Optional<RunSchedule> schedule = section.optional("schedule", this::schedule);
        MissedRuns missed =
                section.optional("missed", ValueTypes.oneOf(MissedRuns.class)).orElse(MissedRuns.ONCE);
        Optional<String> beforeRun = section.optional("before_run", ValueTypes.TEXT);
        Optional<String> baseline = section.optional("baseline", PLAN_NAME);
        Optional<Confirmation> confirmation =
                section.section("confirm").map(one -> confirmation(one, baseline, beforeRun));
        if (section.has("simulate") && (section.has("target") || beforeRun.isPresent())) {
            section.refuse("simulate", "goes with neither target nor before_run: no server is started");
        }
        Optional<Plan> read = file.isEmpty() ? Optional.empty() : load(section, file, scenario, set);
        section.refuseUnknownKeys();
        if (read.isEmpty() || schedule.isEmpty()) {
            return Optional.empty();
        }
        Plan plan = read.get();
        Optional<String> phase = phase(section, plan, phaseName);
        Optional<URI> target = target(section, plan, url);
        if (phase.isEmpty() || target.isEmpty()) {
            return Optional.empty();
        }
        Plan sent = plan.forPhase(plan.phase(phase.get()));
        return Optional.of(new WatchedPlan(
                name,
                folder.resolve(file),
                new PlanFileOptions(scenario, set),
                phase.get(),
                target.get(),
                PlanDuration.of(sent).estimate(),
                measured(sent),
                schedule.get(),
                missed,
                beforeRun,
                baseline,
                confirmation));
    }

    private static Optional<URI> targetUrl(YamlSection section) {
        Optional<URI> url = section.optional("target", TargetsReader.URL);
        if (url.filter(given -> given.getRawQuery() != null || given.getRawFragment() != null)
                .isPresent()) {
            section.refuse("target", "must have no query and no fragment: paths are put after it");
        }
        return url;
    }

    private RunSchedule schedule(String text) {
        return text.equals("continuous") ? new RunSchedule.Continuous() : RunSchedule.Cron.parse(text, zone);
    }

    private static Confirmation confirmation(
            YamlSection section, Optional<String> baseline, Optional<String> beforeRun) {
        int runs = section.optional("runs", RUNS).orElse(2);
        boolean fresh = section.optional("fresh_server", ValueTypes.SWITCH).orElse(false);
        if (baseline.isEmpty()) {
            section.refuse("needs a baseline beside it: without one no run is suspected");
        }
        if (fresh && beforeRun.isEmpty()) {
            section.refuse("fresh_server", "needs before_run beside confirm: the command that restarts the server");
        }
        section.refuseUnknownKeys();
        return new Confirmation(runs, fresh);
    }

    /** Loads the plan; its problems are reported together with those of this file. */
    private Optional<Plan> load(YamlSection section, String file, Optional<String> scenario, List<String> set) {
        try {
            List<Plan> plans = PlanLoader.load(folder.resolve(file), new PlanFileOptions(scenario, set));
            if (plans.size() > 1) {
                section.refuse("plan", "has several scenarios: choose one with the key scenario; the plan was " + file);
                return Optional.empty();
            }
            return Optional.of(plans.get(0));
        } catch (InvalidYamlException e) {
            section.refuse("plan", "must be a plan that can be run but was " + file + ":\n" + e.getMessage());
            return Optional.empty();
        }
    }

    private static Optional<String> phase(YamlSection section, Plan plan, Optional<String> named) {
        try {
            return Optional.of(
                    named.map(plan::phase).orElseGet(() -> plan.phases().get(0)).name());
        } catch (IllegalArgumentException e) {
            section.refuse("phase", String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    private static Optional<URI> target(YamlSection section, Plan plan, Optional<URI> named) {
        if (named.isPresent()) {
            return named;
        }
        if (plan.targets().size() != 1) {
            section.refuse(
                    "target", "is required: the plan names " + plan.targets().size() + " targets");
            return Optional.empty();
        }
        return plan.targets().stream().map(TargetPlan::url).findFirst();
    }

    private static Optional<Duration> measured(Plan plan) {
        boolean isOne = plan.steps().size() == 1;
        return isOne && plan.steps().get(0).extent() instanceof StepPlan.Lasting lasting
                ? Optional.of(lasting.duration())
                : Optional.empty();
    }

    private static ValueType<String> matching(Pattern pattern, String rule) {
        return text -> {
            if (!pattern.matcher(text).matches()) {
                throw new InvalidValueException(rule);
            }
            return text;
        };
    }

    private static <T> ValueType<T> ofTime(Function<String, T> parser, String rule) {
        return text -> {
            try {
                return parser.apply(text);
            } catch (DateTimeException e) {
                throw new InvalidValueException(rule);
            }
        };
    }
}
