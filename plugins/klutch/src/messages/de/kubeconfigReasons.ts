/** Why a kubeconfig is refused, in German. */
import type { reasonMessages } from '@klutch/backstage-plugin-klutch-common';
import type { Translated } from '../translate';

type All = typeof reasonMessages;

type English = {
  readonly [
    Key in keyof All as Key extends `KubeconfigRefused${string}` ? Key : never
  ]: All[Key];
};

const copy =
  'Kopieren Sie stattdessen die Ausgabe von „kubectl config view --minify --flatten --raw“.';
const credentials = 'Verwenden Sie ein Token oder ein Client-Zertifikat.';
const address =
  'Verwenden Sie die Adresse, unter der andere Rechner den Cluster erreichen.';
const context = `Wählen Sie einen mit „kubectl config use-context“. ${copy}`;

export const kubeconfigReasons: Translated<English> = {
  KubeconfigRefused: 'Dieser Kubeconfig ist nicht verwendbar. {{error}}',
  KubeconfigRefusedTooLarge:
    'Er ist zu groß. Geben Sie nur einen Kontext an: Kopieren Sie die Ausgabe von „kubectl config view --minify --flatten --raw“.',
  KubeconfigRefusedTooComplex: `Er hat mehr Teile oder ist tiefer verschachtelt als jeder Kubeconfig. ${copy}`,
  KubeconfigRefusedUnreadable:
    'Er ist kein YAML. Kopieren Sie ihn noch einmal ganz.',
  KubeconfigRefusedAlias: `Er verweist auf Teile von sich selbst (Aliase in YAML). ${copy}`,
  KubeconfigRefusedTag: `Er enthält Typangaben (Tags in YAML). ${copy}`,
  KubeconfigRefusedDirective: `Er beginnt mit einer Direktive von YAML. ${copy}`,
  KubeconfigRefusedMergeKey: `Er fügt Teile von sich selbst ein (<< in YAML). ${copy}`,
  KubeconfigRefusedDuplicateKey: `Ein Schlüssel kommt im selben Objekt zweimal vor, daher ist unklar, welcher gemeint ist. Löschen Sie einen. ${copy}`,
  KubeconfigRefusedSeveralDocuments: `Er enthält mehrere YAML-Dokumente (getrennt durch ---). Geben Sie eines an. ${copy}`,
  KubeconfigRefusedNotAKubeconfig: `Das ist kein Kubeconfig. ${copy}`,
  KubeconfigRefusedFieldType: `Ein Feld hat den falschen Typ: Text gehört in Anführungszeichen, true und false nicht. ${copy}`,
  KubeconfigRefusedRedacted: `kubectl hat seine Zugangsdaten unkenntlich gemacht. ${copy}`,
  KubeconfigRefusedNoCurrentContext: `Er hat keinen aktuellen Kontext, oder dieser fehlt in seiner Liste. ${context}`,
  KubeconfigRefusedBrokenContext: `Sein aktueller Kontext führt nicht zu einem Cluster und einem Benutzer. ${context}`,
  KubeconfigRefusedDuplicateName:
    'Zwei seiner Einträge haben denselben Namen, daher ist unklar, welcher gemeint ist. Löschen Sie einen, oder benennen Sie ihn um.',
  KubeconfigRefusedExec: `Er meldet sich über ein Programm an; das ist hier nicht erlaubt. ${credentials}`,
  KubeconfigRefusedAuthProvider: `Er meldet sich über ein Plugin an (auth-provider), das Kubernetes entfernt hat. ${credentials}`,
  KubeconfigRefusedFile: `Er nennt eine Datei; Dateien auf Ihrem Rechner sind hier nicht lesbar. ${copy}`,
  KubeconfigRefusedPassword: `Er meldet sich mit einem Passwort an; das hat Kubernetes entfernt. ${credentials}`,
  KubeconfigRefusedImpersonation:
    'Er handelt als ein anderer Benutzer. Verwenden Sie die Zugangsdaten jenes Benutzers.',
  KubeconfigRefusedProxy:
    'Er verwendet einen Proxy (proxy-url); das wird nicht unterstützt. Verbinden Sie direkt.',
  KubeconfigRefusedInsecureTls:
    'Er prüft das Zertifikat des Servers nicht (insecure-skip-tls-verify). Ergänzen Sie die Zertifizierungsstelle des Clusters.',
  KubeconfigRefusedServerUrl:
    'Seine Adresse des Servers ist keine URL. Schreiben Sie https://<Name oder IP-Adresse>:<Port>.',
  KubeconfigRefusedPlainHttp:
    'Er erreicht den Server nicht über https, daher wären Zugangsdaten unterwegs lesbar. Verwenden Sie die Adresse, die mit https:// beginnt.',
  KubeconfigRefusedServerUserinfo: `Die Adresse des Servers enthält einen Benutzer oder ein Passwort. Lassen Sie beides weg. ${credentials}`,
  KubeconfigRefusedServerQuery:
    'Die Adresse des Servers hat einen Teil nach ? oder #. Lassen Sie ihn weg.',
  KubeconfigRefusedPort:
    'Sein Server hat einen Port, der hier nicht erlaubt ist. Die erlaubten stehen in der Konfiguration des Portals.',
  KubeconfigRefusedLoopback: `Sein Server hat eine Loopback-Adresse, die hier einen anderen Rechner meint. ${address}`,
  KubeconfigRefusedPrivateNetwork:
    'Sein Server ist in einem privaten Netz; das ist hier nicht erlaubt. Verwenden Sie eine öffentliche Adresse, oder lassen Sie private Netze in der Konfiguration des Portals erlauben.',
  KubeconfigRefusedLinkLocal: `Sein Server hat eine Link-Local-Adresse, die nur in einem Netzabschnitt gilt. ${address}`,
  KubeconfigRefusedMetadata: `Sein Server hat die Adresse eines Metadaten-Dienstes, der Zugangsdaten ausgibt. ${address}`,
  KubeconfigRefusedReservedAddress: `Sein Server hat eine Adresse, die kein Server haben kann: Multicast, Dokumentation oder reserviert. ${address}`,
  KubeconfigRefusedLocalName:
    'Sein Server hat einen Namen, der nur in einem Netz oder Cluster gilt. Verwenden Sie den vollen Namen oder die IP-Adresse.',
  KubeconfigRefusedTlsServerName:
    'Sein tls-server-name ist kein Hostname. Schreiben Sie den Hostnamen aus dem Zertifikat des Servers, oder lassen Sie das Feld weg.',
  KubeconfigRefusedNoCredentials: `Er hat weder ein Token noch ein Client-Zertifikat. ${copy}`,
  KubeconfigRefusedToken: `Sein Token enthält Zeichen, die ein Token nicht haben kann, zum Beispiel Leerzeichen oder Zeilenumbrüche: Die Kopie ist beschädigt. ${copy}`,
  KubeconfigRefusedBase64: `Ein Feld, das Base64 sein muss, ist keines: Die Kopie ist unvollständig. ${copy}`,
  KubeconfigRefusedCertificate: `Ein Zertifikat ist nicht vollständig im Format PEM. ${copy}`,
  KubeconfigRefusedKey: `Der Schlüssel des Clients ist kein privater Schlüssel im Format PEM, ist zu lang oder mit einer Passphrase geschützt. ${copy}`,
  KubeconfigRefusedKeyMismatch: `Schlüssel und Zertifikat des Clients passen nicht zusammen, oder eines fehlt. ${copy}`,
  KubeconfigRefusedExpired:
    'Seine Zugangsdaten sind abgelaufen. Erneuern Sie sie, und kopieren Sie den Kubeconfig noch einmal.',
};
