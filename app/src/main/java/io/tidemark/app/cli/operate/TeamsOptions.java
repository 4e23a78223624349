package io.tidemark.app.cli.operate;

import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.schemas.Team;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** Which teams a component serves. */
public final class TeamsOptions {
    @Option(
            names = "--team",
            split = ",",
            paramLabel = "NAME,...",
            description = "Only these teams. Default: every team whose topics are there.")
    private List<String> names = List.of();

    /** Empty for every team. */
    public Set<Team> teams() {
        return names.stream().map(OptionParser::team).collect(Collectors.toSet());
    }

    @Override
    public String toString() {
        return names.isEmpty() ? "all" : String.join(", ", names);
    }
}
