package io.tidemark.app.cli.diagnose;

import io.tidemark.app.cli.shared.ClusterConnectionOptions;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.cli.shared.StoreOptions;
import io.tidemark.app.cli.team.RegistryUsersOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.app.team.RegistryAccess;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.postgres.PostgresAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tidemark doctor}: whether this machine and what it is to use are fit to measure with. */
@Command(
        name = "doctor",
        description = {
            "Check this machine, Kafka, the registry and the store.",
            "Each line says what to do. Exit code 0: nothing failed; 5: something did. A note fails nothing."
        },
        footer = {
            "  tidemark doctor",
            "  tidemark doctor --kafka broker-1:9092 --registry http://registry:8081",
            "  tidemark doctor --team perf --kafka-config admin.properties"
        })
public final class DoctorCommand implements Callable<Integer> {
    private final CommandContext context;

    @Mixin
    private final ClusterConnectionOptions cluster = new ClusterConnectionOptions();

    @Mixin
    private final StoreOptions store = new StoreOptions();

    @Option(
            names = "--team",
            paramLabel = "NAME",
            description =
                    "Also check who may reach this team's resources, as an administrator of Kafka and of a PostgreSQL store.")
    private @Nullable String team;

    @Mixin
    private final RegistryUsersOptions registry = new RegistryUsersOptions();

    @Option(names = "--json", description = "Print one JSON object, for machines.")
    private boolean json;

    public DoctorCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        Machine machine = new Machine(context);
        List<Finding> findings = new ArrayList<>(
                List.of(Machine.java(), machine.ports(), machine.clocks(), machine.disk(), Machine.fonts()));
        StoreCheck stores = new StoreCheck(context, store);
        StoreCheck.Result stored = stores.check();
        findings.add(stored.calibration()
                .map(MachineChecks::clientError)
                .orElseGet(() -> Finding.note("client error", "not measured yet", "`tidemark calibrate` measures it")));
        Optional<ClusterConnection> connection = cluster.namedOrUp(context.home());
        findings.addAll(connection
                .map(there -> new ClusterChecks(there).connections())
                .orElseGet(() -> List.of(Finding.note(
                        "kafka",
                        "no cluster was named and no stack is up in " + context.home(),
                        "`tidemark up` starts one; `tidemark run` starts one for itself"))));
        if (team != null) {
            Team owner = OptionParser.team(team);
            Optional<PostgresAddress> server = store.givenServer(context);
            Optional<RegistryAccess> users = registry.access();
            if (connection.isPresent() || (server.isEmpty() && users.isEmpty())) {
                findings.addAll(new TeamChecks(cluster.required(context.home()), owner).findings());
            }
            users.ifPresent(known -> findings.addAll(TeamChecks.inRegistry(known, owner)));
            server.ifPresent(address -> findings.addAll(TeamChecks.inStore(address, owner)));
        }
        findings.add(stored.store());
        findings.addAll(FileModeChecks.findings(keptFiles(stores)));
        return Finding.print(findings, json, context.terminal()).code();
    }

    /** The home folder, which holds spools, runs and the broker's log; the store's file; files of passwords. */
    private List<Path> keptFiles(StoreCheck stores) {
        List<Path> kept = new ArrayList<>(List.of(context.home()));
        stores.file().ifPresent(kept::add);
        kept.addAll(cluster.secretFiles());
        registry.file().ifPresent(kept::add);
        store.secretFile().ifPresent(kept::add);
        return kept;
    }
}
