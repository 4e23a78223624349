package io.tidemark.servers;

import io.tidemark.producer.plan.server.AfterCommand;
import io.tidemark.producer.plan.server.AfterCommand.IfMissing;
import io.tidemark.producer.plan.server.CommandTemplate;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A process that runs a command beside a server and is killed while it does. Arguments: folder, port of the server. */
final class AfterMain {
    private AfterMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        Path folder = Path.of(arguments[0]);
        StubServer stub = new StubServer(folder, Integer.parseInt(arguments[1]));
        AfterCommand command = new AfterCommand(
                "quality",
                new CommandTemplate(List.of(
                        "sh", "-c", "sleep 600 & echo $! >$0/pid.new; mv $0/pid.new $0/pid; sleep 600", "${results}")),
                Optional.empty(),
                Duration.ofMinutes(5),
                IfMissing.SKIP);
        new AfterCommandRunner(StubServer.context(folder, System.getenv("PATH")))
                .run(stub.request(), AfterCommandRunnerTest.facts("m"), command, folder.resolve("after"));
    }
}
