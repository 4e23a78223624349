package io.tidemark.servers.recipe;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.producer.plan.server.CommandTemplate;
import io.tidemark.producer.plan.server.ServerRecipe;
import io.tidemark.producer.plan.server.ServerRecipe.Container;
import io.tidemark.producer.plan.server.ServerRecipe.External;
import io.tidemark.producer.plan.server.ServerRecipe.KubernetesDeployment;
import io.tidemark.producer.plan.server.ServerRecipe.Ssh;
import io.tidemark.producer.plan.server.ServerRecipe.SystemdUnit;
import io.tidemark.servers.flags.FlagRenderer;
import io.tidemark.servers.process.Guard;
import io.tidemark.servers.process.GuardedCommand;
import io.tidemark.servers.process.ShellWords;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Makes the script of a recipe. */
public final class RecipeScripts {
    private static final JsonMapper JSON = new JsonMapper();
    /** Holds a file's text, so that no secret is on a command line, which everybody can read. */
    private static final String FILE_VARIABLE = "TIDEMARK_SERVER_FILE";

    /** Holds the text of the file of a unit's environment: a unit's own settings are shown to every user of the machine. */
    private static final String ENVIRONMENT_VARIABLE = "TIDEMARK_SERVER_ENVIRONMENT";

    /** Names the file that the script of an external server writes to. */
    public static final String OUTPUT_VARIABLE = "TIDEMARK_CHANGE_LOG";

    private final StartContext start;

    public RecipeScripts(StartContext start) {
        this.start = start;
    }

    /** @param running what the cluster has now; only for a deployment of Kubernetes */
    public StartScript script(Optional<RunningDeployment> running) {
        ServerRecipe recipe = start.server().recipe();
        if (recipe instanceof Container container) {
            return container(container);
        }
        if (recipe instanceof SystemdUnit unit) {
            return systemd(unit);
        }
        if (recipe instanceof KubernetesDeployment deployment) {
            return kubernetes(deployment, running.orElseThrow());
        }
        if (recipe instanceof Ssh ssh) {
            return ssh(ssh);
        }
        if (recipe instanceof External external) {
            return external(external);
        }
        List<String> command = serverCommand();
        return new StartScript(
                command, command, start.environment(), start.server().directory(), "", Optional.empty(), false);
    }

    /** The server's own command line with its flags, secrets in plain text; empty if the recipe has none. */
    public List<String> serverCommand() {
        return start.server().recipe().serverCommand().map(this::rendered).orElse(List.of());
    }

    private List<String> rendered(CommandTemplate command) {
        return new FlagRenderer(start.server().flagStyle()).render(command.fill(start::placeholder), start.flags());
    }

    private String name() {
        return "tidemark-" + start.startId().toLowerCase(Locale.ROOT);
    }

    private StartScript container(Container container) {
        String engine = container.engine().word();
        List<String> server = serverCommand();
        List<String> words = new ArrayList<>(List.of(engine, "run", "--rm", "--name", name()));
        // By name only: the engine takes the values from its own environment.
        new TreeMap<>(start.environment()).keySet().forEach(variable -> words.addAll(List.of("--env", variable)));
        words.addAll(container.arguments().fill(start::placeholder));
        words.add(container.image());
        words.addAll(server);
        long grace = start.server().stop().grace().toSeconds();
        String stop = engine + " stop -t " + grace + " " + name() + "; " + engine + " rm -f " + name();
        return new StartScript(
                server, words, start.environment(), start.server().directory(), stop, Optional.empty(), false);
    }

    private StartScript systemd(SystemdUnit unit) {
        List<String> server = serverCommand();
        String control = unit.user() ? "systemctl --user" : "systemctl";
        String journal = unit.user() ? "journalctl --user" : "journalctl";
        String name = ShellWords.quoted(unit.unit());
        String folder = ShellWords.quoted(folderOf(unit).toString());
        String file = folder + "/90-tidemark.conf";
        String secrets = ShellWords.quoted(environmentFile(unit).toString());
        String follow = String.join(
                "\n",
                "umask 077",
                "mkdir -p " + folder + " && rm -f " + secrets + " && printf %s \"$" + ENVIRONMENT_VARIABLE + "\" >"
                        + secrets + " && printf %s \"$" + FILE_VARIABLE + "\" >" + file + " || exit 1",
                "unset " + FILE_VARIABLE + " " + ENVIRONMENT_VARIABLE,
                control + " daemon-reload && " + control + " restart " + name + " || exit 1",
                journal + " --follow --output=cat --lines=0 --since=-5s --unit=" + name + " &",
                "while " + control + " is-active --quiet " + name + "; do sleep 1; done",
                "kill $! 2>/dev/null",
                "exit \"$(" + control + " show --property=ExecMainStatus --value " + name + ")\"");
        String stop = control + " stop " + name + "; rm -f " + file + " " + secrets + "; rmdir " + folder + "; "
                + control + " daemon-reload";
        Map<String, String> environment =
                Map.of(FILE_VARIABLE, dropIn(server, environmentFile(unit)), ENVIRONMENT_VARIABLE, environmentLines());
        return new StartScript(
                server, List.of("sh", "-c", follow), environment, Optional.empty(), stop, Optional.empty(), false);
    }

    /** It is beside the drop-in: a file that is no .conf is none. */
    private static Path environmentFile(SystemdUnit unit) {
        return folderOf(unit).resolve("90-tidemark.env");
    }

    private static Path folderOf(SystemdUnit unit) {
        return unit.dropInFolder().resolve((unit.unit().contains(".") ? unit.unit() : unit.unit() + ".service") + ".d");
    }

    /** See EnvironmentFile in systemd.exec(5): in double quotes a backslash keeps quotes, backslashes, backticks and dollar signs. */
    private String environmentLines() {
        StringBuilder text = new StringBuilder();
        new TreeMap<>(start.environment())
                .forEach((name, value) -> text.append(name)
                        .append("=\"")
                        .append(value.replaceAll("[\"\\\\`$]", "\\\\$0"))
                        .append("\"\n"));
        return text.toString();
    }

    /** See systemd.service(5) and systemd.syntax(7): an empty ExecStart takes the earlier ones away, and percent signs are doubled. */
    private String dropIn(List<String> server, Path environmentFile) {
        StringBuilder text = new StringBuilder("[Service]\n");
        start.server()
                .directory()
                .ifPresent(folder ->
                        text.append("WorkingDirectory=").append(folder).append('\n'));
        text.append("EnvironmentFile=")
                .append(environmentFile.toString().replace("%", "%%"))
                .append("\nLimitCORE=0\n");
        text.append("Environment=TIDEMARK_SERVER_START=")
                .append(start.startId())
                .append('\n');
        if (!server.isEmpty()) {
            List<String> words =
                    server.stream().map(RecipeScripts::systemdCommandWord).toList();
            text.append("ExecStart=\nExecStart=")
                    .append(String.join(" ", words))
                    .append('\n');
        }
        return text.append("Restart=no\n").toString();
    }

    private static String systemdWord(String word) {
        return "\""
                + word.replace("\\", "\\\\")
                        .replace("\"", "\\\"")
                        .replace("%", "%%")
                        .replace("\n", "\\n") + "\"";
    }

    private static String systemdCommandWord(String word) {
        return systemdWord(word).replace("$", "$$");
    }

    private StartScript kubernetes(KubernetesDeployment deployment, RunningDeployment running) {
        List<String> base = deployment.arguments().map(CommandTemplate::words).orElse(running.arguments());
        List<String> arguments = rendered(new CommandTemplate(base));
        String control = "kubectl" + (deployment.namespace().isEmpty() ? "" : " --namespace=" + deployment.namespace());
        String name = "deployment/" + deployment.deployment();
        long timeout = start.server().ready().timeout().toSeconds();
        String rollout = control + " rollout status " + name + " --timeout=" + timeout + "s";
        String follow = control + " patch " + name + " --type=json --patch="
                + ShellWords.quoted(running.patch(arguments, start.environment())) + " && " + rollout + " && exec "
                + control + " logs --follow "
                + name + " --container=" + running.container();
        String stop = control + " patch " + name + " --type=json --patch=" + ShellWords.quoted(running.patchBack())
                + " && " + rollout;
        return new StartScript(
                arguments, List.of("sh", "-c", follow), Map.of(), Optional.empty(), stop, Optional.empty(), false);
    }

    /**
     * The other machine runs the same guard, which ends the server when ssh's input ends. The environment goes through that input, so that no
     * secret is on a command line.
     */
    private StartScript ssh(Ssh ssh) {
        List<String> server = serverCommand();
        GuardedCommand remote = new GuardedCommand(
                start.startId(),
                server,
                Map.of(),
                Optional.empty(),
                start.server().stop().grace(),
                "",
                Optional.empty(),
                false);
        String folder = start.server()
                .directory()
                .map(path -> "cd " + ShellWords.quoted(path.toString()) + " && ")
                .orElse("");
        String prelude = "while IFS= read -r line && [ -n \"$line\" ]; do export \"$line\"; done; " + folder
                + "exec setsid --wait sh " + ShellWords.join(Guard.arguments(remote));
        List<String> words = new ArrayList<>(List.of("ssh", "-o", "BatchMode=yes", "-o", "ServerAliveInterval=15"));
        words.addAll(ssh.options());
        words.addAll(List.of("--", ssh.host(), "sh -c " + ShellWords.quoted(prelude)));
        StringBuilder input = new StringBuilder();
        new TreeMap<>(start.environment())
                .forEach((name, value) ->
                        input.append(name).append('=').append(value).append('\n'));
        return new StartScript(
                server,
                words,
                Map.of(),
                Optional.empty(),
                "",
                Optional.of(input.append('\n').toString()),
                false);
    }

    private StartScript external(External external) {
        Map<String, String> environment = new HashMap<>(start.environment());
        ObjectNode flags = JSON.createObjectNode();
        start.flags().set().forEach(flags::put);
        environment.put("TIDEMARK_PHASE", start.phase());
        environment.put("TIDEMARK_FLAGS_JSON", flags.toString());
        environment.put(
                "TIDEMARK_FLAGS",
                ShellWords.join(new FlagRenderer(start.server().flagStyle()).render(List.of(), start.flags())));
        environment.put("TIDEMARK_TARGET", start.target().url().toString());
        // What the script leaves running is not ours: it neither carries our mark, by which processes are ended,
        // nor writes to our pipe.
        String script = "unset TIDEMARK_SERVER_START\nexec >\"$" + OUTPUT_VARIABLE + "\" 2>&1\nunset " + OUTPUT_VARIABLE
                + "\n" + external.onChange();
        List<String> words = List.of("sh", "-c", script);
        return new StartScript(List.of(), words, environment, start.server().directory(), "", Optional.empty(), true);
    }

    /**
     * A container of a deployment as the cluster has it.
     *
     * @param index of the container in the pod
     * @param arguments its args; {@code hadArguments} distinguishes an empty list from none
     * @param environment its env, as JSON; empty if it has none
     */
    public record RunningDeployment(
            int index, String container, boolean hadArguments, List<String> arguments, Optional<String> environment) {
        private static final String PATH = "/spec/template/spec/containers/";

        String patch(List<String> args, Map<String, String> variables) {
            ArrayNode patch = JSON.createArrayNode();
            ArrayNode words = JSON.createArrayNode();
            args.forEach(words::add);
            operation(patch, "add", "args").set("value", words);
            if (!variables.isEmpty()) {
                ArrayNode all = existing();
                new TreeMap<>(variables).forEach((name, value) -> {
                    for (int i = all.size() - 1; i >= 0; i--) {
                        if (all.get(i).path("name").asText().equals(name)) {
                            all.remove(i);
                        }
                    }
                    all.addObject().put("name", name).put("value", value);
                });
                operation(patch, "add", "env").set("value", all);
            }
            return patch.toString();
        }

        String patchBack() {
            ArrayNode patch = JSON.createArrayNode();
            if (hadArguments) {
                ArrayNode words = JSON.createArrayNode();
                arguments.forEach(words::add);
                operation(patch, "add", "args").set("value", words);
            } else {
                operation(patch, "remove", "args");
            }
            operation(patch, "add", "env").set("value", existing());
            return patch.toString();
        }

        private ObjectNode operation(ArrayNode patch, String what, String key) {
            return patch.addObject().put("op", what).put("path", PATH + index + "/" + key);
        }

        private ArrayNode existing() {
            try {
                return environment.isPresent() ? (ArrayNode) JSON.readTree(environment.get()) : JSON.createArrayNode();
            } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
                throw new IllegalStateException("env of container " + container + " was read as JSON before", e);
            }
        }
    }
}
