package io.tidemark.schemas.net;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.RSAKey;

/** Private keys and the keys in certificates: Java takes one beside another's, and each handshake fails. */
public final class KeyPairs {
    private KeyPairs() {}

    /** Whether one signs what the other verifies; a key of RSA has the modulus of its pair. */
    public static boolean isPair(PublicKey certified, PrivateKey own) throws GeneralSecurityException {
        if (certified instanceof RSAKey one && own instanceof RSAKey other) {
            return one.getModulus().equals(other.getModulus());
        }
        Signature signature =
                Signature.getInstance(own.getAlgorithm().equals("EC") ? "SHA256withECDSA" : own.getAlgorithm());
        signature.initSign(own);
        signature.update(certified.getEncoded());
        byte[] signed = signature.sign();
        signature.initVerify(certified);
        signature.update(certified.getEncoded());
        return signature.verify(signed);
    }
}
