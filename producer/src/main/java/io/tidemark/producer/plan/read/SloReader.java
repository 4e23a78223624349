package io.tidemark.producer.plan.read;

import io.tidemark.events.ObjectiveState;
import io.tidemark.events.VerdictBasis;
import io.tidemark.producer.plan.StepPlan;
import io.tidemark.producer.plan.openslo.OpenSloReader;
import io.tidemark.producer.slo.BurnRateRuleSpec;
import io.tidemark.producer.slo.ErrorBudgetPlan;
import io.tidemark.producer.slo.ObjectiveParser;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.producer.yaml.YamlSection;
import io.tidemark.schemas.ErrorBudget;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Reads {@code slo}: objectives, the period of their error budget with its burn-rate rules, and a file in OpenSLO's shape. */
final class SloReader {
    private final YamlSection root;
    private final List<StepPlan> steps;
    private final Path directory;
    private final List<String> remarks = new ArrayList<>();

    SloReader(YamlSection root, List<StepPlan> steps, Path directory) {
        this.root = root;
        this.steps = steps;
        this.directory = directory;
    }

    /** What the verdict of a step is about: what holds in the long run, or these requests alone. */
    private enum VerdictOn {
        SUSTAINED(VerdictBasis.SUSTAINED),
        SHORT_RUN(VerdictBasis.SHORT_RUN);

        private final VerdictBasis basis;

        VerdictOn(VerdictBasis basis) {
            this.basis = basis;
        }

        private ObjectiveState of(ObjectiveState objective) {
            return ObjectiveState.newBuilder(objective).setVerdictOn(basis).build();
        }
    }

    /** The objectives, and what is to be reported of them before anything is sent. */
    record Result(List<ObjectiveState> objectives, List<String> remarks) {}

    Result read() {
        Optional<YamlSection> section = root.section("slo");
        if (section.isEmpty()) {
            return new Result(List.of(), List.of());
        }
        YamlSection slo = section.get();
        List<ObjectiveState> objectives = new ArrayList<>();
        List<ObjectiveState> lines = slo.list("objectives", ObjectiveParser.OBJECTIVE);
        Optional<ErrorBudgetPlan> budget = budget(slo);
        lines.forEach(line -> objectives.add(
                budget.map(plan -> given(slo, plan.applyTo(line))).orElse(line)));
        slo.optional("openslo", ValueTypes.readableFile(directory)).ifPresent(file -> {
            OpenSloReader.Result read = OpenSloReader.read(file, root.problems());
            objectives.addAll(read.objectives());
            remarks.addAll(read.remarks());
        });
        requireDistinct(slo, objectives);
        VerdictOn on =
                slo.optional("verdict", ValueTypes.oneOf(VerdictOn.class)).orElse(VerdictOn.SUSTAINED);
        slo.refuseUnknownKeys();
        return new Result(objectives.stream().map(on::of).toList(), remarks);
    }

    private ObjectiveState given(YamlSection slo, ErrorBudgetPlan.Result given) {
        given.problems().forEach(problem -> slo.refuse("burn", problem));
        remarks.addAll(given.remarks());
        return given.objective();
    }

    private Optional<ErrorBudgetPlan> budget(YamlSection slo) {
        boolean asked = slo.has("burn");
        List<BurnRateRuleSpec> rules = slo.list("burn", BurnRateRuleSpec.RULE);
        if (!slo.has("period")) {
            if (asked) {
                slo.refuse("burn", "needs slo.period: a burn rate refers to the error budget of a period");
            }
            return Optional.empty();
        }
        OptionalLong period = period(slo);
        if (period.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                asked
                        ? new ErrorBudgetPlan(period.getAsLong(), rules, false)
                        : ErrorBudgetPlan.ofDefaults(period.getAsLong()));
    }

    private OptionalLong period(YamlSection slo) {
        Optional<String> text = slo.optional("period", ValueTypes.TEXT);
        if (text.filter("run"::equals).isPresent()) {
            return ofRun(slo);
        }
        Optional<Duration> period = slo.optional("period", ValueTypes.DURATION);
        if (period.isEmpty()) {
            return OptionalLong.empty();
        }
        long seconds = period.get().toSeconds();
        if (seconds < 1 || seconds > ErrorBudget.MAX_PERIOD_SECONDS) {
            slo.refuse("period", "must be run, or a duration between 1s and 90d");
            return OptionalLong.empty();
        }
        return OptionalLong.of(seconds);
    }

    /** Each step is another load and has a budget of its own, so the longest one counts. */
    private OptionalLong ofRun(YamlSection slo) {
        Duration longest = Duration.ZERO;
        for (StepPlan step : steps) {
            Optional<Duration> length = length(step);
            if (length.isEmpty()) {
                slo.refuse(
                        "period",
                        "run needs steps whose length is known; give them a duration, or give the period one");
                return OptionalLong.empty();
            }
            longest = length.get().compareTo(longest) > 0 ? length.get() : longest;
        }
        return longest.toSeconds() < 1 ? OptionalLong.empty() : OptionalLong.of(longest.toSeconds());
    }

    private static Optional<Duration> length(StepPlan step) {
        Duration around = step.warmUp().plus(step.coolDown());
        if (step.extent() instanceof StepPlan.Lasting lasting) {
            return Optional.of(around.plus(lasting.duration()));
        }
        if (step.extent() instanceof StepPlan.Counting counting
                && Double.isFinite(step.ratePerSecond())
                && step.ratePerSecond() > 0) {
            return Optional.of(around.plusMillis(Math.round(1000 * counting.requests() / step.ratePerSecond())));
        }
        return Optional.empty();
    }

    private static void requireDistinct(YamlSection slo, List<ObjectiveState> objectives) {
        Set<String> names = new HashSet<>();
        objectives.stream()
                .filter(objective -> !names.add(objective.getName()))
                .findFirst()
                .ifPresent(twice -> slo.refuse(
                        "objectives", "must differ from each other but \"" + twice.getName() + "\" is there twice"));
    }
}
