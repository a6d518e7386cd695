import type { RiskReason } from './risk-assessment.ts';

/** What words on a target say that it does. */
export type Meaning = Extract<
  RiskReason,
  'pays' | 'deletes' | 'sends' | 'publishes' | 'grants' | 'signs-in' | 'changes-account' | 'sends-data'
>;

/**
 * Patterns, separated by `|`: words in their order, without case and Latin accents. `word*` also takes its endings, `^`
 * means at the beginning, `=` the whole text. Patterns with Han, Kana or Hangul are found anywhere, as those scripts do
 * not part words. `strong` makes a step critical, `weak` high.
 */
export type WordList = { strong: readonly string[]; weak: readonly string[] };

export const MEANING_WORDS: Readonly<Record<Meaning, WordList>> = {
  pays: {
    strong: [
      // English
      'pay|pays|buy|purchase|place order|place my order|place your order|place the order|complete order|complete purchase|submit order|confirm order|confirm purchase|order now|=order|donate|place bid|=bid|place bet|transfer money|transfer funds|^transfer|send money|withdraw|book now|book it|=book|top up|add funds|checkout now|subscribe and pay|confirm and pay|one click order|buy now',
      // German
      'bezahl*|zahlungspflichtig*|^zahlen|jetzt zahlen|zahle|kaufen|kauf abschliessen|jetzt kaufen|kostenpflichtig*|bestellung aufgeben|bestellung abschliessen|jetzt bestellen|=bestellen|uberweis*|spenden|jetzt buchen|verbindlich buchen|geld senden|abbuch*',
      // French
      'payer|payez|acheter|achetez|commander|passer la commande|passer commande|finaliser la commande|valider la commande|confirmer la commande|confirmer l achat|faire un don|virer|faire un virement|envoyer de l argent|reserver maintenant|regler ma commande',
      // Spanish
      'pagar|paga|pague|comprar|compra ahora|realizar pedido|hacer pedido|finalizar compra|finalizar pedido|confirmar pedido|confirmar compra|confirmar pago|donar|transferir|enviar dinero|retirar fondos|reservar ahora',
      // Italian
      'acquista|acquistare|compra|compra ora|pagare|effettua il pagamento|effettua ordine|invia ordine|conferma ordine|conferma acquisto|completa l ordine|completa acquisto|ordina ora|=ordina|dona ora|=dona|bonifico|invia denaro|prenota ora',
      // Portuguese
      'comprar agora|pague agora|pagar agora|finalizar a compra|fechar pedido|fazer pedido|concluir compra|concluir pedido|confirmar pagamento|doar|enviar dinheiro|reservar agora|fazer pix',
      // Dutch
      'betaal|betalen|afrekenen|koop|koop nu|nu kopen|=kopen|bestelling plaatsen|plaats bestelling|bestel nu|nu bestellen|=bestellen|doneer|doneren|overmaken|overschrijven|geld sturen|nu boeken|boek nu',
      // Russian
      'оплатить|оплата заказа|заплатить|купить|купи*|покупка|оформить заказ|подтвердить заказ|заказать|перевести деньги|перевести средства|отправить деньги|пожертвовать|забронировать',
      // Hindi
      'भुगतान करें|भुगतान|खरीदें|ख़रीदें|अभी खरीदें|ऑर्डर करें|आर्डर करें|पैसे भेजें|दान करें|पेमेंट करें',
      // Chinese
      '付款|支付|购买|購買|立即购买|下单|下單|提交订单|提交訂單|结账|結帳|结算|转账|轉帳|汇款|匯款|捐款|充值',
      // Japanese
      '支払|購入|注文を確定|注文する|注文確定|今すぐ買う|買う|決済|送金|振込|寄付する|予約を確定',
      // Korean, Polish, Turkish, Arabic
      '결제|구매|주문하기|송금|이체|기부하기',
      'zaplac*|kupuje i place|zamawiam|zloz zamowienie|kup teraz|=kup|odeme yap|satin al|siparisi onayla|siparis ver|ادفع|الدفع الان|اشتري|شراء|اطلب الان',
      // Swedish, Danish, Norwegian, Finnish
      'betala|=kop|kop nu|slutfor kopet|lagg bestallning|betal|betal nu|kob nu|=kob|kjop nu|=kjop|bestil nu|bestill na|fullfor kjop|maksa|osta|osta nyt|tilaa nyt|vahvista tilaus',
      // Ukrainian, Czech, Romanian, Hungarian, Greek
      'оплатити|сплатити|купити|замовити|переказати|zaplatit|koupit|objednat|dokoncit objednavku|plateste|cumpara|trimite comanda|fizetes|megveszem|megrendeles*|πληρωμη|πληρωστε|αγορα|αγοραστε|ολοκληρωση παραγγελιας',
      // Hebrew, Persian, Vietnamese, Indonesian, Thai
      'שלם|לתשלום|קנה|קנה עכשיו|רכישה|בצע הזמנה|پرداخت|خرید|thanh toan|mua ngay|đat hang|=mua|bayar|beli|beli sekarang|pesan sekarang|ชำระเงิน|ซื้อ|สั่งซื้อ|จ่ายเงิน|โอนเงิน',
    ],
    weak: [
      'payment|checkout|check out|subscribe|renew|upgrade|deposit|reserve|donation|free trial|start trial|=continue to payment|zahlung|zur kasse|kasse|abonnieren|paiement|s abonner|caisse|reserver|pago|suscribirse|pagamento|abbonati|assinar|betaling|abonneren|kassa|оплата|подписаться|оформление|सदस्यता लें|चेकआउट|订阅|訂閱|去结算|レジに進む|購読|구독|kasa|odeme|ödeme',
    ],
  },
  deletes: {
    strong: [
      'delete|erase|wipe|destroy|purge|empty trash|empty bin|empty cart|empty folder|move to trash|move to bin|deactivate|terminate|factory reset|drop table|drop database|uninstall|permanently|cancel order|cancel booking|cancel reservation|cancel appointment|close account|close my account|clear all data|overwrite|discard all',
      'losch*|loesch*|endgultig*|papierkorb leeren|in den papierkorb|vernichten|konto schliessen|bestellung stornieren|stornieren|buchung stornieren|deaktivieren|deinstallieren',
      'supprimer|supprimez|suppression definitive|effacer|vider la corbeille|vider le panier|mettre a la corbeille|detruire|annuler la commande|annuler la reservation|fermer le compte|desactiver|desinstaller',
      'eliminar|elimina|borrar|borra|suprimir|vaciar papelera|vaciar la papelera|vaciar carrito|mover a la papelera|cancelar pedido|cancelar reserva|cerrar cuenta|desactivar|destruir',
      'eliminare|cancella|cancellare|svuota cestino|svuota carrello|sposta nel cestino|distruggi|annulla ordine|annulla prenotazione|chiudi account|disattiva|disinstalla',
      'excluir|apagar|deletar|esvaziar lixeira|esvaziar carrinho|mover para a lixeira|cancelar o pedido|encerrar conta|fechar conta|destruir|desinstalar',
      'verwijder|verwijderen|wissen|wis|prullenbak legen|naar prullenbak|vernietigen|bestelling annuleren|account sluiten|account opheffen',
      'удалить|удали*|удален*|стереть|уничтожить|очистить корзину|отменить заказ|закрыть аккаунт|деактивир*',
      'हटाएं|हटाएँ|हटायें|मिटाएं|मिटाएँ|मिटायें|डिलीट*|ऑर्डर रद्द करें|खाता बंद करें',
      '删除|刪除|清空|移到回收站|销毁|銷毀|注销账户|注销账号|取消订单|取消訂單|永久',
      '削除|消去|ゴミ箱に移動|ゴミ箱を空|完全に消す|注文をキャンセル|解約|退会',
      '삭제|지우기|휴지통 비우기|주문 취소|탈퇴',
      'usun|usunac|skasuj|oproznij kosz|silme|=sil|hesabi sil|kalici olarak|حذف|احذف|مسح',
      'radera|ta bort|slet|slett|poista|tyhjenna roskakori|видалити|видал*|знищити|smazat|odstranit|vymazat|sterge|stergeti|torles|torlese|διαγραφη|διαγραψτε|מחק|מחיקה|להסיר|xoa|hapus|padam|ลบ|ยกเลิกคำสั่งซื้อ',
    ],
    weak: [
      'remove|discard|clear all|clear history|clear data|reset|=trash|^trash|=clear|revert|entfern*|verwerfen|zurucksetzen|retirer|enlever|reinitialiser|quitar|descartar|restablecer|rimuovi|rimuovere|scarta|ripristina|remover|descartar|redefinir|weggooien|resetten|leegmaken|убрать|сбросить|очистить|हटाना|साफ़ करें|रीसेट|移除|重置|清除|取り除く|リセット|クリア|破棄|제거|초기화|sifirla|kaldir|odrzuc',
    ],
  },
  sends: {
    strong: [
      'send|resend|send message|send email|send invite|send now|submit application|^email it|apply now|submit claim|submit my application',
      'senden|absenden|abschicken|verschicken|schicken|versenden|jetzt bewerben|bewerbung absenden|einsenden',
      'envoyer|envoyez|expedier|postuler|transmettre',
      'enviar|envia|envie|mandar|remitir|postularse',
      'invia|inviare|spedisci|manda|candidati|trasmetti',
      'envie|enviar mensagem|mande|candidatar se',
      'verstuur|versturen|verzend|verzenden|stuur|sturen|solliciteer|indienen',
      'отправить|отправ*|послать|выслать|разослать',
      'भेजें|भेजो|भेजे|सेंड',
      '发送|發送|寄出|发出|送出|投递',
      '送信|送る|応募する|発送する',
      '보내기|전송|발송',
      'wyslij|wysylaj|gonder|ارسال|إرسال|ارسل|أرسل',
      'skicka|laheta|надіслати|відправити|odeslat|poslat|trimite|trimiteti|kuldes|elkuld|αποστολη|στειλτε|שלח|שליחה|=gui|gui tin nhan|gui đi|kirim|kirimkan|ส่ง',
    ],
    weak: [
      'reply|=reply all|invite|=message|forward email|forward message|report abuse|vote|sign petition|respond|antworten|einladen|abstimmen|weiterleiten|repondre|inviter|voter|transferer|responder|invitar|votar|reenviar|rispondi|invita|vota|inoltra|convidar|encaminhar|beantwoord*|uitnodigen|stemmen|doorsturen|ответить|пригласить|проголосовать|переслать|जवाब दें|आमंत्रित करें|回复|回覆|邀请|邀請|投票|转发|返信|招待|転送|답장|초대|odpowiedz|zapros|yanitla|davet et|رد',
    ],
  },
  publishes: {
    strong: [
      'publish|=post|post now|post comment|post a comment|post reply|post review|post update|post answer|post your answer|post question|post it|post publicly|post all|^tweet|=tweet|go live|broadcast|make public|submit review|add comment|publish now',
      'veroffentlich*|posten|publizieren|kommentar abgeben|bewertung abgeben|offentlich machen|live gehen',
      'publier|publiez|mettre en ligne|rendre public|diffuser|poster un commentaire|=poster',
      'publicar|publica|hacer publico|difundir|postear',
      'pubblica|pubblicare|rendi pubblico|posta ora|=posta',
      'publique|tornar publico|postar',
      'publiceer|publiceren|plaats reactie|plaats bericht|=plaatsen|openbaar maken',
      'опубликовать|опублик*|публиковать|сделать публичн*|запостить',
      'प्रकाशित*|पोस्ट करें|सार्वजनिक करें',
      '发布|發佈|發布|发表|發表|公开发布|发帖|發帖',
      '公開する|投稿|発行する|ツイートする|公開設定',
      '게시|발행|공개하기',
      'opublikuj|yayinla|نشر|انشر',
      'publicera|offentliggor|udgiv|publiser|julkaise|опублікувати|publikovat|zverejnit|publicati|kozzetetel|δημοσιευση|δημοσιευστε|פרסם|פרסום|انتشار|đang bai|terbitkan|=posting|เผยแพร่|โพสต์',
    ],
    weak: [
      'share|retweet|repost|deploy|release|^merge|upload|=comment|teilen|hochladen|kommentieren|partager|televerser|commenter|compartir|subir|comentar|condividi|carica|commenta|compartilhar|carregar|delen|uploaden|reageren|поделиться|загрузить|комментировать|साझा करें|शेयर करें|अपलोड*|分享|上传|上傳|评论|評論|共有|シェア|アップロード|コメントする|공유|업로드|udostepnij|paylas|مشاركة',
    ],
  },
  grants: {
    strong: [
      'grant|authorize|authorise|^allow|allow access|always allow|approve|give access|give permission|share access|share password|connect wallet|sign transaction|link account|link my account|make admin|make owner|trust this|transfer ownership|accept and continue with',
      'erlauben|zulassen|genehmig*|autorisier*|zugriff gewahren|zugriff erlauben|berechtigung erteilen|freigeben|gestatten|zum administrator machen',
      'autoriser|autorisez|accorder|approuver|donner acces|permettre',
      'autorizar|autoriza|conceder|permitir|permite|aprobar|dar acceso|otorgar',
      'autorizza|autorizzare|consenti|consentire|concedi|approva|dai accesso',
      'aprovar|dar acesso|permita|autorize',
      'toestaan|toegang verlenen|machtig*|goedkeuren|verleen toegang|autoriseren',
      'разрешить|разреш*|предоставить доступ|дать доступ|авторизовать|одобрить|подтвердить доступ',
      'अनुमति दें|अनुमति|अधिकृत करें|स्वीकृत करें|एक्सेस दें',
      '授权|授權|允许|允許|批准|同意并授权|赋予权限',
      '許可|承認|認可|アクセスを許可|権限を付与',
      '허용|승인|권한 부여',
      'zezwol|zezwalaj|autoryzuj|izin ver|yetkilendir|اسمح|السماح|تفويض',
      'tillat|godkann|tillad|godkend|godkjenn|salli|hyvaksy|дозволити|надати доступ|povolit|schvalit|permiteti|engedelyez*|αποδοχη|επιτρεψτε|εγκριση|אפשר|אשר|הענק גישה|اجازه|cho phep|izinkan|อนุญาต|อนุมัติ',
    ],
    weak: [
      'accept|agree|i agree|consent|=install|=connect|add member|add user|add collaborator|akzeptier*|annehmen|zustimmen|einwilligen|installieren|verbinden|mitglied hinzufugen|accepter|j accepte|consentir|installer|connecter|aceptar|acepto|consentir|instalar|conectar|accetta|accetto|acconsento|installa|collega|aceitar|aceito|concordo|accepteren|akkoord|installeren|koppelen|принять|согласен|соглашаюсь|установить|подключить|स्वीकार*|सहमत*|इंस्टॉल*|接受|同意|安装|安裝|连接|同意する|インストール|接続|동의|설치|akceptuj|zgadzam sie|kabul et|موافق|قبول',
    ],
  },
  'signs-in': {
    strong: [
      'sign in|signin|log in|login|log on|sign up|signup|register|create account|create an account|create my account|continue with google|continue with apple|continue with facebook|continue with microsoft|continue with github|continue with email|authenticate|join now',
      'anmeld*|einloggen|registrier*|konto erstellen|konto anlegen|mit google fortfahren|weiter mit google|weiter mit apple',
      'se connecter|connexion|connectez vous|s inscrire|inscription|s identifier|creer un compte|continuer avec google|m inscrire|me connecter',
      'iniciar sesion|inicia sesion|acceder|registrarse|registrate|crear cuenta|crear una cuenta|ingresar|entrar|continuar con google',
      'accedi|accesso|registrati|iscriviti|crea account|crea un account|entra|effettua il login|continua con google',
      'fazer login|cadastre se|cadastrar|criar conta|acessar conta|inscrever se|continuar com google',
      'inloggen|aanmelden|registreren|account aanmaken|account maken|doorgaan met google',
      'войти|вход|авторизоваться|зарегистрироваться|регистрация|создать аккаунт|войти через',
      'साइन इन*|लॉग इन*|लॉगिन*|साइन अप*|खाता बनाएं|खाता बनाएँ|पंजीकरण*|रजिस्टर*',
      '登录|登錄|登入|注册|註冊|创建账户|创建账号|建立帳戶',
      'ログイン|サインイン|サインアップ|新規登録|会員登録|アカウントを作成|アカウント作成',
      '로그인|회원가입|가입하기|계정 만들기',
      'zaloguj|zarejestruj|zaloz konto|giris yap|oturum ac|kayit ol|uye ol|تسجيل الدخول|انشاء حساب|إنشاء حساب',
      'logga in|skapa konto|log ind|opret konto|logg inn|opprett konto|kirjaudu*|luo tili|увійти|зареєструватися|prihlasit se|registrovat|autentificare|inregistrare|bejelentkezes|regisztracio|συνδεση|εγγραφη|התחבר|התחברות|הרשמה|ورود|ثبت نام|đang nhap|đang ky|=masuk|=daftar|เข้าสู่ระบบ|ลงทะเบียน',
    ],
    weak: [
      'sign out|log out|logout|signout|switch account|verify|unlock|abmelden|ausloggen|verifizieren|se deconnecter|deconnexion|cerrar sesion|salir|esci|disconnetti|=sair|uitloggen|afmelden|выйти|साइन आउट*|लॉग आउट*|退出登录|登出|ログアウト|サインアウト|로그아웃|wyloguj|cikis yap|تسجيل الخروج',
    ],
  },
  'changes-account': {
    strong: [
      'change password|reset password|update password|set password|new password|set new password|save password|change email|update email|change e mail|change phone|change phone number|change username|change plan|delete account|cancel subscription|cancel membership|cancel plan|cancel account|update billing|update payment method|add payment method|add card|two factor|2fa|recovery email|recovery phone|recovery codes|revoke access|revoke|change recovery|transfer account',
      'passwort andern|kennwort andern|passwort zurucksetzen|neues passwort|passwort festlegen|e mail andern|e mail adresse andern|telefonnummer andern|konto andern|abo kundigen|abonnement kundigen|kundigen|mitgliedschaft beenden|zahlungsmethode*|zwei faktor*|zugriff widerrufen|widerrufen',
      'changer le mot de passe|modifier le mot de passe|changer de mot de passe|reinitialiser le mot de passe|nouveau mot de passe|modifier l adresse|changer d adresse e mail|changer l e mail|modifier l e mail|resilier|annuler l abonnement|moyen de paiement|double authentification|revoquer',
      'cambiar contrasena|cambiar la contrasena|restablecer contrasena|nueva contrasena|actualizar contrasena|cambiar correo|cambiar el correo|cambiar email|cancelar suscripcion|darse de baja|metodo de pago|dos pasos|dos factores|revocar',
      'cambia password|modifica password|cambia la password|reimposta password|nuova password|cambia email|modifica email|annulla abbonamento|disdici|metodo di pagamento|due fattori|revoca',
      'alterar senha|mudar senha|trocar senha|redefinir senha|nova senha|alterar email|alterar e mail|cancelar assinatura|forma de pagamento|metodo de pagamento|dois fatores|duas etapas|revogar',
      'wachtwoord wijzigen|wijzig wachtwoord|wachtwoord veranderen|wachtwoord resetten|nieuw wachtwoord|e mail wijzigen|e mailadres wijzigen|abonnement opzeggen|opzeggen|betaalmethode|tweestaps*|intrekken',
      'изменить пароль|сменить пароль|смена пароля|сбросить пароль|новый пароль|изменить почту|изменить email|сменить email|отменить подписку|способ оплаты|двухфактор*|отозвать доступ|отозвать',
      'पासवर्ड बदलें|पासवर्ड रीसेट*|नया पासवर्ड|ईमेल बदलें|सदस्यता रद्द करें|फ़ोन नंबर बदलें|भुगतान विधि',
      '修改密码|更改密码|更改密碼|重置密码|重設密碼|新密码|修改邮箱|更改邮箱|更改電子郵件|取消订阅|取消訂閱|付款方式|双重验证|撤销授权',
      'パスワードを変更|パスワード変更|パスワードを再設定|パスワード再設定|新しいパスワード|メールアドレスを変更|メールアドレス変更|定期購入を解約|サブスクリプションを解約|支払い方法|二段階認証|二要素認証',
      '비밀번호 변경|비밀번호 재설정|이메일 변경|구독 취소|결제 수단|2단계 인증',
      'zmien haslo|zresetuj haslo|anuluj subskrypcje|sifre degistir|sifreyi degistir|parola degistir|aboneligi iptal et|تغيير كلمة المرور|الغاء الاشتراك|إلغاء الاشتراك',
    ],
    weak: [
      'unsubscribe|update profile|save profile|change address|update address|abbestellen|profil speichern|adresse andern|se desabonner|se desinscrire|enregistrer le profil|cancelar la suscripcion al boletin|guardar perfil|disiscriviti|salva profilo|cancelar inscricao|salvar perfil|uitschrijven|afmelden voor|profiel opslaan|отписаться|сохранить профиль|सदस्यता समाप्त करें|प्रोफ़ाइल सहेजें|退订|退訂|保存资料|配信停止|プロフィールを保存|구독 해지|wypisz sie|abonelikten cik|الغاء المتابعة',
    ],
  },
  'sends-data': {
    strong: [],
    weak: [
      'submit|confirm|^save|=finish|=complete|absend*|bestatigen|speichern|abschliessen|soumettre|confirmer|valider|enregistrer|confirmar|guardar|finalizar|conferma|salva|completa|enviar formulario|salvar|concluir|bevestig*|opslaan|voltooien|подтвердить|сохранить|завершить|जमा करें|सबमिट*|पुष्टि करें|सहेजें|提交|确认|確認|保存|确定|確定|送信確認|確定する|保存する|제출|확인|저장|zatwierdz|potwierdz|zapisz|onayla|kaydet|تاكيد|تأكيد|حفظ',
    ],
  },
};

/** Words of looking for something: with them nothing is sent to anybody. */
export const SEARCH_WORDS: readonly string[] = [
  'search|filter|filters|find|sort|sort by|order by|lookup|suche*|suchen|filtern|sortier*|recherch*|chercher|filtre*|trier|rechercher|buscar|busca|busqueda|filtro*|filtrar|ordenar|cerca|cercare|ricerca|filtra|ordina per|pesquis*|zoek*|filteren|sorteer*|sorteren|поиск|найти|искать|фильтр*|сортир*|खोज*|फ़िल्टर*|फिल्टर*|ढूंढें|搜索|搜寻|搜尋|查找|筛选|篩選|排序|検索|絞り込み|並べ替え|フィルタ|검색|필터|정렬|szukaj|filtruj|sortuj|ara|filtrele|sirala|بحث|ابحث|تصفية',
];

/** Names that say nothing by themselves: what they mean stands in the dialog, form or row around them. */
export const GENERIC_WORDS: readonly string[] = [
  '=ok|=okay|=yes|=continue|=submit|=confirm|=proceed|=next|=done|=apply|=finish|=go|=go on|=save|=accept|=agree|=i agree|=i understand|=got it|=sure|=yes please|=yes i am sure|=i am sure|=ja|=weiter|=fortfahren|=bestatigen|=fertig|=ubernehmen|=absenden|=oui|=continuer|=confirmer|=suivant|=valider|=terminer|=si|=continuar|=aceptar|=confirmar|=siguiente|=hecho|=continua|=conferma|=avanti|=procedi|=fatto|=sim|=seguinte|=avancar|=concluir|=doorgaan|=bevestigen|=volgende|=klaar|=да|=продолжить|=подтвердить|=далее|=готово|=ок|=хорошо|=हाँ|=हां|=जारी रखें|=ठीक है|=पुष्टि करें|=अगला|=是|=是的|=继续|=繼續|=确定|=確定|=确认|=確認|=下一步|=好|=好的|=はい|=続行|=続ける|=次へ|=完了|=了解|=예|=네|=계속|=확인|=다음|=tak|=dalej|=evet|=devam|=tamam|=نعم|=متابعة|=موافق|=التالي',
];

/** A word right before that turns a meaning round: "don't send". */
export const NEGATIONS: ReadonlySet<string> = new Set([
  'not',
  'don',
  'dont',
  'never',
  'without',
  'nicht',
  'kein',
  'keine',
  'ne',
  'nao',
  'niet',
  'не',
]);

/** Consent banners: an ask, but nothing that hands over power. */
export const COOKIE_WORDS: readonly string[] = ['cookie*|куки|कुकी*|クッキー|쿠키|ciasteczk*|cerez*'];

/** Pictures that stand for what a control does, as the emoji and dingbats that icons fall back to. */
export const GLYPHS: Readonly<Partial<Record<Meaning, string>>> = {
  pays: '\u{1f4b3}\u{1f4b8}\u{1f4b0}',
  deletes: '\u{1f5d1}\u{1f6ae}\u{267b}\u{274c}\u{232b}',
  sends: '\u{1f4e4}\u{1f4e8}\u{27a4}\u{27a3}\u{2708}',
};

/** Signs that only move, open, add or look for something. */
export const PLAIN_GLYPHS: ReadonlySet<string> = new Set(
  '\u2039\u203a\u00ab\u00bb<>\u2190\u2191\u2192\u2193\u2196\u2197\u2198\u2199\u21e7\u21e9\u25b2\u25b6\u25b8\u25ba\u25bc\u25be\u25c0\u25c2\u25c4\u2026\u22ee\u22ef\u2630\u2261+-\u2212\u2013\u{1f50d}\u{1f50e}.,:\'"|/*=()#?',
);
