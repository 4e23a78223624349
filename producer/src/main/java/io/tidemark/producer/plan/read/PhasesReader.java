package io.tidemark.producer.plan.read;

import io.tidemark.producer.plan.Balance;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.read.server.AfterReader;
import io.tidemark.producer.plan.read.server.FlagsReader;
import io.tidemark.producer.plan.read.server.ServerReader;
import io.tidemark.producer.plan.server.AfterCommand;
import io.tidemark.producer.plan.server.ServerPlan;
import io.tidemark.producer.yaml.ReadContext;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.producer.yaml.YamlNode.Mapping;
import io.tidemark.producer.yaml.YamlSection;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads the phases of a plan and the servers that they are measured on. */
final class PhasesReader {
    private static final String SERVER = "server";

    private final YamlSection root;
    private final ServerReader servers;

    PhasesReader(YamlSection root, ReadContext reading, Path directory) {
        this.root = root;
        this.servers = new ServerReader(reading, directory);
    }

    /**
     * What was read.
     *
     * @param phases that the plan lists; empty for none
     * @param server that of all phases; empty if there is none, or if it is whole only with what a phase says
     * @param after commands that are run after the load of each phase that has none of its own
     */
    record Result(List<PhasePlan> phases, Optional<ServerPlan> server, List<AfterCommand> after) {
        /** A phase that the plan does not list. */
        PhasePlan completed(PhasePlan phase) {
            return phase.withServer(server).withAfter(after);
        }
    }

    Result read() {
        List<YamlSection> sections = root.sections("phases");
        Optional<Mapping> common = root.tree(SERVER);
        boolean whole = common.filter(ServerReader::hasRecipe).isPresent();
        boolean everyPhaseSaysHow = !sections.isEmpty()
                && sections.stream()
                        .allMatch(phase -> phase.tree(SERVER)
                                .filter(ServerReader::hasRecipe)
                                .isPresent());
        Optional<ServerPlan> server =
                whole || !everyPhaseSaysHow ? common.flatMap(tree -> servers.read(tree, SERVER)) : Optional.empty();
        List<AfterCommand> after = AfterReader.read(root).orElse(List.of());
        return new Result(phases(sections, common, new Result(List.of(), server, after)), server, after);
    }

    private List<PhasePlan> phases(List<YamlSection> sections, Optional<Mapping> common, Result ofAll) {
        List<PhasePlan> phases = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (int i = 0; i < sections.size(); i++) {
            YamlSection phase = sections.get(i);
            String name = phase.required("name", ValueTypes.NAME, "");
            String path = "phases[" + i + "]." + SERVER;
            Optional<Mapping> own = phase.tree(SERVER);
            Optional<ServerPlan> server =
                    own.isEmpty() ? ofAll.server() : own.flatMap(tree -> servers.read(whole(common, tree), path));
            phases.add(new PhasePlan(name, FlagsReader.read(phase), server)
                    .withBalance(phase.optional("balance", ValueTypes.oneOf(Balance.class)))
                    .withAfter(AfterReader.read(phase).orElse(ofAll.after())));
            // One that was refused has no name to compare.
            if (!name.isEmpty() && !names.add(name)) {
                phase.refuse("name", "must be unique but " + name + " is given twice");
            }
            phase.refuseUnknownKeys();
        }
        return phases;
    }

    private static Mapping whole(Optional<Mapping> common, Mapping own) {
        return common.map(tree -> ServerReader.merged(tree, own)).orElse(own);
    }
}
