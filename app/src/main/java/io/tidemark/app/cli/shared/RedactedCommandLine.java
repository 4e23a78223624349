package io.tidemark.app.cli.shared;

import io.tidemark.producer.plan.secret.SecretNames;
import io.tidemark.servers.process.ShellWords;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The command line as it is kept with a run and shown in reports, so that it can be pasted: values of the registry client's
 * settings, among which its password is, of headers that are secrets, and users in URLs are left out.
 */
public final class RedactedCommandLine {
    private static final String SETTING = "--registry-setting";
    /** Says how a process of ours was started, which a person does not repeat. */
    private static final String ATTACHED = "--attached";

    private static final String HEADER = "--header";
    private static final Pattern USER_IN_URL = Pattern.compile("://[^/@]+@");
    private static final String REDACTED = "***";

    private RedactedCommandLine() {}

    /** Of a verb that has been parsed. */
    public static String of(CommandSpec verb) {
        return verb.qualifiedName() + " "
                + ShellWords.join(
                        withoutSecrets(verb.commandLine().getParseResult().expandedArgs()));
    }

    private static List<String> withoutSecrets(List<String> arguments) {
        List<String> shown = new ArrayList<>();
        String option = "";
        for (String argument : arguments) {
            if (argument.equals(ATTACHED)) {
                continue;
            }
            if (argument.startsWith("-")) {
                option = argument.replaceFirst("=.*", "");
                int value = option.length() + 1;
                shown.add(
                        argument.length() < value
                                ? argument
                                : option + "=" + withoutSecret(option, argument.substring(value)));
            } else {
                shown.add(withoutSecret(option, argument));
            }
        }
        return shown;
    }

    /** The value of an option, or what stands alone behind one that took its value already. */
    private static String withoutSecret(String option, String value) {
        boolean secret = option.equals(SETTING)
                || (option.equals(HEADER) && SecretNames.isHeader(value.replaceFirst("=.*", "")));
        return secret ? masked(value) : USER_IN_URL.matcher(value).replaceAll("://" + REDACTED + "@");
    }

    private static String masked(String setting) {
        return setting.replaceFirst("=.*", "=" + REDACTED);
    }
}
